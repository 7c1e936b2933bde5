/** What a position shows: its own component, or one of the page data it is looked at with (api, section 2.9). */
import { type Iri, routeIri, typeOf } from '#content/iri.ts'
import { type Context, first, isKnown } from './context.ts'
import type { Facts } from './facts.ts'
import { endpointOf, pagePath } from './view.ts'

/** The page data a `path` header names: through its route, or by its own IRI. */
const pageDataAt = (facts: Facts, path: string): Iri | undefined =>
  typeOf(path) === 'PAGE_DATA'
    ? facts.row(path)?.iri
    : facts.row(routeIri(path))
      ? first(facts, routeIri(path), 'pageData')
      : undefined

export const isAllowed = (facts: Facts, group: Iri | undefined, component: Iri) => {
  const allowed = group && facts.row(group)?.data['allowedComponents']
  return !Array.isArray(allowed) || allowed.includes(endpointOf(component))
}

/** True when a dynamic position holds for page data of this type: of its class, or of any that has the property. */
const isBoundTo = ({ shapes, row }: Context, pageData: Iri) => {
  const { pageDataClass, pageDataProperty } = row.data
  const type = shapes.of(pageData)?.type
  return shapes.bound(pageDataClass, pageDataProperty).some((bound) => bound.type === type)
}

/** The component a dynamic position gets from the page data, if this caller may have it. */
export const fromPageData = (context: Context): Iri | undefined => {
  const { facts, row, view } = context
  const property = row.data['pageDataProperty']
  const path = property ? pagePath(view) : undefined
  const pageData = path && pageDataAt(facts, path)
  const component =
    pageData &&
    isBoundTo(context, pageData) &&
    isKnown(context)(pageData) &&
    first(facts, pageData, String(property))
  if (!component || !facts.row(component)) return undefined
  return isKnown(context)(component) &&
    isAllowed(facts, first(facts, row.iri, 'componentGroup'), component)
    ? component
    : undefined
}
