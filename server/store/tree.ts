/** How pages, page data and their routes stand above and below each other (api, section 2.3). */
import { type Iri, typeOf } from '#content/iri.ts'
import { first } from './context.ts'
import type { Access } from './access.ts'
import type { Facts } from './facts.ts'
import type { View } from './view.ts'

export const parentOf = (facts: Facts, entity: Iri) =>
  first(facts, entity, 'parentPage') ?? first(facts, entity, 'parentPageData')

/**
 * The pages and page data above one, the nearest first, up to one that this caller may not read: what is above that is
 * not told either, since nothing that is told leads there.
 */
export const ancestorsOf = (facts: Facts, access: Access, entity: Iri, view: View): Iri[] => {
  const seen = new Set([entity])
  let above = parentOf(facts, entity)
  while (above && !seen.has(above) && access.mayKnow(facts, above, view)) {
    seen.add(above)
    above = parentOf(facts, above)
  }
  return [...seen].slice(1)
}

/** How a page, or page data by its page, is seen by a caller who may read it. */
export const viewAt = (facts: Facts, entity: Iri, view: View): View => {
  if (typeOf(entity) !== 'PAGE_DATA') return { ...view, standing: [entity] }
  const page = first(facts, entity, 'page')
  return { ...view, path: entity, standing: page ? [entity, page] : [entity] }
}

/** The routes of a page or of page data, oldest first. */
export const routesOf = (facts: Facts, entity: Iri): Iri[] =>
  facts
    .in(entity)
    .filter(
      ({ from, property }) =>
        typeOf(from) === 'ROUTE' && (property === 'page' || property === 'pageData'),
    )
    .map(({ from }) => from)

/** What a route itself shows, wherever it may redirect to. */
const shownBy = (facts: Facts, route: Iri) =>
  first(facts, route, 'page') ?? first(facts, route, 'pageData')

/** The routes of the pages right below what a route shows. */
export const routesBelow = (facts: Facts, route: Iri): Iri[] => {
  const entity = shownBy(facts, route)
  if (!entity) return []
  const below = [...facts.in(entity, 'parentPage'), ...facts.in(entity, 'parentPageData')]
  return below.flatMap(({ from }) => routesOf(facts, from))
}

interface Child {
  route: Iri
  path: unknown
  children: Child[]
}

export const childrenOf = (facts: Facts, route: Iri): Child[] =>
  routesBelow(facts, route).map((iri) => ({
    route: iri,
    path: facts.row(iri)?.data['path'],
    children: childrenOf(facts, iri),
  }))
