/** Finds the component of a position: its own, or for a dynamic position the one of the current page data. */
import { type Iri, collectionIri, iriTypeOf, routeIri } from '#content/model/iri.ts'
import { type SerializeContext, firstTarget, isVisibleIn } from './serialize-context.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { pagePath } from '../access/read-context.ts'

/** Returns the page data that a path leads to through its route, or that it names as an IRI. */
const pageDataAt = (graph: ResourceGraph, path: string): Iri | undefined =>
  iriTypeOf(path) === 'PAGE_DATA'
    ? graph.row(path)?.iri
    : graph.row(routeIri(path))
      ? firstTarget(graph, routeIri(path), 'pageData')
      : undefined

/** Returns true if a group may contain a component. A group that lists no components may contain all. */
export const isAllowed = (graph: ResourceGraph, group: Iri | undefined, component: Iri) => {
  const allowed = group && graph.row(group)?.data['allowedComponents']
  return !Array.isArray(allowed) || allowed.includes(collectionIri(component))
}

/**
 * Returns true if a dynamic position is bound to this type of page data: to its class, or to any class with
 * the property.
 */
const isBoundTo = ({ types, row }: SerializeContext, pageData: Iri) => {
  const { pageDataClass, pageDataProperty } = row.data
  const type = types.byIri(pageData)?.type
  return types.boundComponents(pageDataClass, pageDataProperty).some((bound) => bound.type === type)
}

/** Returns the component of the page data that a dynamic position shows, if this viewer may see it. */
export const fromPageData = (context: SerializeContext): Iri | undefined => {
  const { graph, row, readContext } = context
  const property = row.data['pageDataProperty']
  const path = property ? pagePath(readContext) : undefined
  const pageData = path && pageDataAt(graph, path)
  const component =
    pageData &&
    isBoundTo(context, pageData) &&
    isVisibleIn(context)(pageData) &&
    firstTarget(graph, pageData, String(property))
  if (!component || !graph.row(component)) return undefined
  return isVisibleIn(context)(component) &&
    isAllowed(graph, firstTarget(graph, row.iri, 'componentGroup'), component)
    ? component
    : undefined
}
