/** How pages, page data and their routes stand above and below each other (api, section 2.3). */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { AccessRules } from '../access/access-rules.ts'
import type { ResourceGraph } from './resource-graph.ts'
import type { ReadContext } from '../access/read-context.ts'

export const parentOf = (graph: ResourceGraph, entity: Iri) =>
  firstTarget(graph, entity, 'parentPage') ?? firstTarget(graph, entity, 'parentPageData')

/**
 * The pages and page data above one, the nearest first, up to one that this caller may not read: what is above that is
 * not told either, since nothing that is told leads there.
 */
export const ancestorsOf = (
  graph: ResourceGraph,
  access: AccessRules,
  entity: Iri,
  readContext: ReadContext,
): Iri[] => {
  const seen = new Set([entity])
  let above = parentOf(graph, entity)
  while (above && !seen.has(above) && access.isVisible(graph, above, readContext)) {
    seen.add(above)
    above = parentOf(graph, above)
  }
  return [...seen].slice(1)
}

/** How a page, or page data by its page, is seen by a caller who may read it. */
export const pageReadContext = (
  graph: ResourceGraph,
  entity: Iri,
  readContext: ReadContext,
): ReadContext => {
  if (iriTypeOf(entity) !== 'PAGE_DATA') return { ...readContext, grantedPages: [entity] }
  const page = firstTarget(graph, entity, 'page')
  return { ...readContext, path: entity, grantedPages: page ? [entity, page] : [entity] }
}

/** The routes of a page or of page data, oldest first. */
export const routesOf = (graph: ResourceGraph, entity: Iri): Iri[] =>
  graph
    .incoming(entity)
    .filter(
      ({ from, property }) =>
        iriTypeOf(from) === 'ROUTE' && (property === 'page' || property === 'pageData'),
    )
    .map(({ from }) => from)

/** What a route itself shows, wherever it may redirect to. */
const shownBy = (graph: ResourceGraph, route: Iri) =>
  firstTarget(graph, route, 'page') ?? firstTarget(graph, route, 'pageData')

/** The routes of the pages right below what a route shows. */
export const routesBelow = (graph: ResourceGraph, route: Iri): Iri[] => {
  const entity = shownBy(graph, route)
  if (!entity) return []
  const below = [
    ...graph.incoming(entity, 'parentPage'),
    ...graph.incoming(entity, 'parentPageData'),
  ]
  return below.flatMap(({ from }) => routesOf(graph, from))
}

interface Child {
  route: Iri
  path: unknown
  children: Child[]
}

export const childrenOf = (graph: ResourceGraph, route: Iri): Child[] =>
  routesBelow(graph, route).map((iri) => ({
    route: iri,
    path: graph.row(iri)?.data['path'],
    children: childrenOf(graph, iri),
  }))
