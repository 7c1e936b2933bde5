/** Reads the hierarchy of pages and page data, and their routes. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { AccessRules } from '../access/read-access.ts'
import type { ResourceGraph } from './resource-graph.ts'
import type { ReadContext } from '../access/read-context.ts'

/** Returns the parent of a page or page data, or undefined. */
export const parentOf = (graph: ResourceGraph, entity: Iri) =>
  firstTarget(graph, entity, 'parentPage') ?? firstTarget(graph, entity, 'parentPageData')

/**
 * Returns the ancestors of a page or page data, nearest first, up to one this viewer may not read. Those
 * above it are left out too, as nothing visible leads to them.
 */
export const ancestorsOf = (
  graph: ResourceGraph,
  access: AccessRules,
  entity: Iri,
  readContext: ReadContext,
): Iri[] => {
  const seen = new Set([entity])
  let ancestor = parentOf(graph, entity)
  while (ancestor && !seen.has(ancestor) && access.isVisible(graph, ancestor, readContext)) {
    seen.add(ancestor)
    ancestor = parentOf(graph, ancestor)
  }
  return [...seen].slice(1)
}

/**
 * Returns the read context for a page or page data this viewer may read, including the page that page data
 * is shown on.
 */
export const pageReadContext = (
  graph: ResourceGraph,
  entity: Iri,
  readContext: ReadContext,
): ReadContext => {
  if (iriTypeOf(entity) !== 'PAGE_DATA') return { ...readContext, grantedPages: [entity] }
  const page = firstTarget(graph, entity, 'page')
  return { ...readContext, path: entity, grantedPages: page ? [entity, page] : [entity] }
}

/** Returns the routes of a page or page data, oldest first. */
export const routesOf = (graph: ResourceGraph, entity: Iri): Iri[] =>
  graph
    .incoming(entity)
    .filter(
      ({ from, property }) =>
        iriTypeOf(from) === 'ROUTE' && (property === 'page' || property === 'pageData'),
    )
    .map(({ from }) => from)

/** Returns the page or page data of a route, without following redirects. */
const shownEntity = (graph: ResourceGraph, route: Iri) =>
  firstTarget(graph, route, 'page') ?? firstTarget(graph, route, 'pageData')

/** Returns the routes of the direct children of what a route shows. */
export const routesBelow = (graph: ResourceGraph, route: Iri): Iri[] => {
  const entity = shownEntity(graph, route)
  if (!entity) return []
  const children = [
    ...graph.incoming(entity, 'parentPage'),
    ...graph.incoming(entity, 'parentPageData'),
  ]
  return children.flatMap(({ from }) => routesOf(graph, from))
}

interface RouteNode {
  route: Iri
  path: unknown
  children: RouteNode[]
}

/** Returns the routes of the pages below what a route shows, nested. */
export const childrenOf = (graph: ResourceGraph, route: Iri): RouteNode[] =>
  routesBelow(graph, route).map((iri) => ({
    route: iri,
    path: graph.row(iri)?.data['path'],
    children: childrenOf(graph, iri),
  }))
