/** Applies the validation rules of certain types, which may depend on other resources. */
import { type Iri, routePath } from '#content/model/iri.ts'
import { maxParameterLength } from '#content/model/site-config.ts'
import { isReservedPath, pathError } from '#content/links/address-input.ts'
import type { Violation } from '#content/model/resource.ts'
import { findLocaleProblem } from '#content/settings/locale-problems.ts'
import { findPictureProblem } from '#content/settings/site-pictures.ts'
import { findSitemapError } from '#content/xml/custom-sitemap.ts'
import { isBlank } from '../../types/property.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { routesOf } from '../../graph/page-hierarchy.ts'
import { isAllowed } from '../../read/position-component.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

/** A resource as it would be stored: its values, and relations as IRIs. */
export type ProposedResource = Readonly<Record<string, unknown>>

type Rule = (
  graph: ResourceGraph,
  proposed: ProposedResource,
  iri: Iri,
  types: TypeRegistry,
) => string | Violation | null

const violation = (propertyPath: string, message: string): Violation => ({ propertyPath, message })

/** Returns the IRI in a property, or undefined where there is none. */
const iriIn = (proposed: ProposedResource, property: string): Iri | undefined => {
  const value = proposed[property]
  return typeof value === 'string' ? value : undefined
}

const target = (graph: ResourceGraph, iri: Iri, property: string) =>
  graph.outgoing(iri, property)[0]?.to

/** Returns true if a page would be its own ancestor; parents may mix pages and page data. */
const isOwnAncestor = (graph: ResourceGraph, proposed: ProposedResource, iri: Iri) => {
  const seen = new Set<unknown>()
  let ancestor = iriIn(proposed, 'parentPage') ?? iriIn(proposed, 'parentPageData')
  while (ancestor && !seen.has(ancestor)) {
    if (ancestor === iri) return true
    seen.add(ancestor)
    ancestor = target(graph, ancestor, 'parentPage') ?? target(graph, ancestor, 'parentPageData')
  }
  return false
}

const parents: Rule[] = [
  (_graph, { parentPage, parentPageData }) =>
    parentPage && parentPageData ? 'Choose one parent: a page or page data.' : null,
  (graph, proposed, iri) =>
    isOwnAncestor(graph, proposed, iri)
      ? violation(
          proposed['parentPage'] ? 'parentPage' : 'parentPageData',
          'A page cannot be its own ancestor.',
        )
      : null,
]

/** Returns the routes of the loop that a redirect would close, the first one again at the end; null if it closes none. */
const redirectLoop = (graph: ResourceGraph, redirect: Iri | undefined, iri: Iri) => {
  const seen = new Set([iri])
  let next = redirect
  while (next) {
    if (seen.has(next)) return [...seen, next]
    seen.add(next)
    next = target(graph, next, 'redirect')
  }
  return null
}

/** True for a route that shows a page itself: one that redirects may name it, too. */
const isShowing = (graph: ResourceGraph, route: Iri, property: string, entity: Iri) =>
  target(graph, route, property) === entity && target(graph, route, 'redirect') === undefined

const ownEndpoint = ({ component }: ProposedResource): Iri[] =>
  typeof component === 'string' ? [component.slice(0, component.lastIndexOf('/'))] : []

/**
 * Returns the endpoints of the components a dynamic position can show: of one class, or of all that have
 * the property.
 */
const boundEndpoints = (
  types: TypeRegistry,
  { pageDataClass, pageDataProperty }: ProposedResource,
): Iri[] =>
  types.boundComponents(pageDataClass, pageDataProperty).flatMap(({ component }) => {
    const endpoint = types.byName(component)?.endpoint
    return endpoint ? [endpoint] : []
  })

const position: Rule[] = [
  (_graph, { component, pageDataProperty, pageDataClass }) =>
    component || !isBlank(pageDataProperty) || !isBlank(pageDataClass)
      ? null
      : 'Choose a component, or a property of page data.',
  (_graph, { pageDataProperty, pageDataClass }) =>
    isBlank(pageDataProperty) && !isBlank(pageDataClass)
      ? 'Choose a property of this class of page data.'
      : null,
  (_graph, { pageDataProperty, pageDataClass }, _iri, types) => {
    if (isBlank(pageDataProperty)) return null
    const name = String(pageDataProperty)
    const isBound = types.boundComponents(pageDataClass, name).length > 0
    if (isBlank(pageDataClass)) {
      return isBound
        ? null
        : violation('pageDataProperty', `No page data has a component called ${name}.`)
    }
    const data = types.byClass(String(pageDataClass))?.data
    if (!data) return `There is no page data of the class ${String(pageDataClass)}.`
    return isBound ? null : `${data.type} has no component called ${name}.`
  },
  (graph, proposed, _iri, types) => {
    const group = iriIn(proposed, 'componentGroup')
    if (!group) return null
    const isRefused = (endpoint: Iri) => !isAllowed(graph, group, `${endpoint}/`)
    const bound = boundEndpoints(types, proposed)
    // Components that another class has under the same name are left out where they are not allowed.
    return ownEndpoint(proposed).some(isRefused) || (bound.length && bound.every(isRefused))
      ? 'This kind of component is not allowed in this group.'
      : null
  },
  (graph, proposed, _iri, types) => {
    const group = iriIn(proposed, 'componentGroup')
    const isOpen = group && !graph.row(group)?.data['allowedComponents']
    const needsList = (endpoint: Iri) => types.byEndpoint(endpoint)?.kind?.explicitAllowOnly
    const endpoints = [...ownEndpoint(proposed), ...boundEndpoints(types, proposed)]
    return isOpen && endpoints.some(needsList)
      ? 'This kind of component is only allowed in groups that list it.'
      : null
  },
]

const parameter: Rule[] = [
  (_graph, { key, value }) =>
    key !== 'sitemapXml' && typeof value === 'string' && value.length > maxParameterLength
      ? violation('value', 'This text is too long.')
      : null,
  (_graph, { key, value }) => {
    if (key !== 'sitemapXml' || value === null || value === undefined) return null
    if (typeof value !== 'string') return violation('value', 'This should be text.')
    const error = value.trim() ? findSitemapError(value) : null
    return error && violation('value', error)
  },
  (_graph, { key, value }) => {
    const problem = findLocaleProblem(String(key), String(value ?? ''))
    return problem === null ? null : violation('value', problem)
  },
  (_graph, { key, value }) => {
    // A list of addresses is none.
    const problem = findPictureProblem(
      String(key),
      Array.isArray(value) ? '[]' : String(value ?? ''),
    )
    return problem === null ? null : violation('value', problem)
  },
]

const collection: Rule[] = [
  (_graph, { resourceIri }, _iri, types) =>
    isBlank(resourceIri) || types.byEndpoint(String(resourceIri))
      ? null
      : violation('resourceIri', 'This list does not exist.'),
]

/** The rules by type, or by IRI category. */
const rules: Record<string, Rule[]> = {
  SiteConfigParameter: parameter,
  Collection: collection,
  PAGE: parents,
  PAGE_DATA: parents,
  ROUTE: [
    (_graph, { page, pageData, redirect }) =>
      page || pageData || redirect ? null : 'Choose a page, page data or another route.',
    (_graph, { page, pageData }) =>
      page && pageData ? 'Choose either a page or page data.' : null,
    (graph, proposed, iri) => {
      const loop = redirectLoop(graph, iriIn(proposed, 'redirect'), iri)
      const paths = loop?.map(routePath).join(' → ')
      return loop && violation('redirect', `This would create a redirect loop: ${paths}.`)
    },
    (_graph, { path }) =>
      isReservedPath(String(path ?? '')) ? violation('path', 'This path is reserved.') : null,
    (_graph, { path }) => {
      const error = isBlank(path) ? null : pathError(String(path))
      return error && violation('path', error)
    },
  ],
  COMPONENT_POSITION: position,
}

/** Returns the rules of its type that a resource would break with the proposed values. */
export const ruleViolations = (
  graph: ResourceGraph,
  types: TypeRegistry,
  { type, category }: TypeDefinition,
  iri: Iri,
  proposed: ProposedResource,
): Violation[] =>
  (rules[type] ?? rules[category ?? ''] ?? []).flatMap((rule) => {
    const result = rule(graph, proposed, iri, types)
    return result === null ? [] : [typeof result === 'string' ? violation('', result) : result]
  })

/** Returns the violation of a route to a page that has one: what else leads to it has to redirect. */
export const secondRouteViolations = (
  graph: ResourceGraph,
  iri: Iri,
  proposed: ProposedResource,
): Violation[] => {
  if (proposed['redirect']) return []
  return ['page', 'pageData'].flatMap((property) => {
    const entity = iriIn(proposed, property)
    if (!entity || isShowing(graph, iri, property, entity)) return []
    const route = routesOf(graph, entity).find(
      (other) => other !== iri && isShowing(graph, other, property, entity),
    )
    if (!route) return []
    const message = `This page has the route ${routePath(route)} already. Change that one, or redirect to it.`
    return [violation(property, message)]
  })
}
