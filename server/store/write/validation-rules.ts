/** The rules of single types that look further than their own properties (api, section 3). */
import type { Iri } from '#content/model/iri.ts'
import { pathError } from '#content/page/link.ts'
import type { Violation } from '#content/model/resource.ts'
import { findSitemapError } from '#server/xml/custom-sitemap.ts'
import { violationCodes } from '#server/http/violation-codes.ts'
import { isBlank } from '../types/validate.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { isReservedPath } from '../types/natural-keys.ts'
import { isAllowed } from '../read/position-component.ts'
import type { TypeDefinition, TypeRegistry } from '../types/type-registry.ts'

/** A resource as it would be stored: values, and relations as IRIs. */
export type ProposedResource = Readonly<Record<string, unknown>>

type Rule = (
  graph: ResourceGraph,
  candidate: ProposedResource,
  iri: Iri,
  types: TypeRegistry,
) => string | Violation | null

const at = (propertyPath: string, message: string): Violation => ({ propertyPath, message })
const target = (graph: ResourceGraph, iri: Iri, property: string) =>
  graph.outgoing(iri, property)[0]?.to

/** Parents may mix pages and page data; none may be above itself. */
const isOwnAncestor = (graph: ResourceGraph, candidate: ProposedResource, iri: Iri) => {
  const seen = new Set<unknown>()
  let above = (candidate['parentPage'] ?? candidate['parentPageData']) as Iri | undefined
  while (above && !seen.has(above)) {
    if (above === iri) return true
    seen.add(above)
    above = target(graph, above, 'parentPage') ?? target(graph, above, 'parentPageData')
  }
  return false
}

const parents: Rule[] = [
  (_facts, { parentPage, parentPageData }) =>
    parentPage && parentPageData ? 'Choose one parent: a page or page data.' : null,
  (graph, candidate, iri) =>
    isOwnAncestor(graph, candidate, iri)
      ? at(
          candidate['parentPage'] ? 'parentPage' : 'parentPageData',
          'A page cannot be above itself.',
        )
      : null,
]

const hasRedirectLoop = (graph: ResourceGraph, redirect: unknown, iri: Iri) => {
  const seen = new Set<unknown>([iri])
  let next = redirect as Iri | undefined
  while (next) {
    if (seen.has(next)) return true
    seen.add(next)
    next = target(graph, next, 'redirect')
  }
  return false
}

const ownEndpoint = ({ component }: ProposedResource): Iri[] =>
  typeof component === 'string' ? [component.slice(0, component.lastIndexOf('/'))] : []

/** The types of what a dynamic position gets from page data: of one class, or of all that have the property. */
const boundEndpoints = (
  types: TypeRegistry,
  { pageDataClass, pageDataProperty }: ProposedResource,
): Iri[] =>
  types.boundComponents(pageDataClass, pageDataProperty).flatMap(({ component }) => {
    const endpoint = types.byName(component)?.endpoint
    return endpoint ? [endpoint] : []
  })

const position: Rule[] = [
  (_facts, { component, pageDataProperty, pageDataClass }) =>
    component || !isBlank(pageDataProperty) || !isBlank(pageDataClass)
      ? null
      : 'Choose a component, or a property of page data.',
  (_facts, { pageDataProperty, pageDataClass }) =>
    isBlank(pageDataProperty) && !isBlank(pageDataClass)
      ? 'A class of page data goes with one of its properties.'
      : null,
  (_facts, { pageDataProperty, pageDataClass }, _iri, types) => {
    if (isBlank(pageDataProperty)) return null
    const name = String(pageDataProperty)
    const isBound = types.boundComponents(pageDataClass, name).length > 0
    if (isBlank(pageDataClass)) {
      return isBound ? null : at('pageDataProperty', `No page data has a component called ${name}.`)
    }
    const data = types.byClass(String(pageDataClass))?.data
    if (!data) return `There is no page data of the class ${String(pageDataClass)}.`
    return isBound ? null : `${data.type} has no component called ${name}.`
  },
  (graph, candidate, _iri, types) => {
    const group = candidate['componentGroup'] as Iri | undefined
    if (!group) return null
    const isRefused = (endpoint: Iri) => !isAllowed(graph, group, `${endpoint}/`)
    const bound = boundEndpoints(types, candidate)
    // What another class has under the same name is left out where it may not be shown.
    return ownEndpoint(candidate).some(isRefused) || (bound.length && bound.every(isRefused))
      ? 'This group does not allow this kind of component.'
      : null
  },
  (graph, candidate, _iri, types) => {
    const group = candidate['componentGroup'] as Iri | undefined
    const isOpen = group && !graph.row(group)?.data['allowedComponents']
    const needsList = (endpoint: Iri) => types.byEndpoint(endpoint)?.kind?.explicitAllowOnly
    const endpoints = [...ownEndpoint(candidate), ...boundEndpoints(types, candidate)]
    return isOpen && endpoints.some(needsList)
      ? 'This kind of component may only go where a group lists it.'
      : null
  },
]

/** Characters of what the owner says in any parameter but the XML, which may have 1 MB. */
const maxParameterLength = 100_000

const parameter: Rule[] = [
  (_facts, { key, value }) =>
    key !== 'sitemapXml' && typeof value === 'string' && value.length > maxParameterLength
      ? at('value', 'This text is too long.')
      : null,
  (_facts, { key, value }) => {
    const trouble =
      key === 'sitemapXml' && typeof value === 'string' && value.trim()
        ? findSitemapError(value)
        : null
    return trouble && at('value', trouble)
  },
]

const collection: Rule[] = [
  (_facts, { resourceIri }, _iri, types) =>
    isBlank(resourceIri) || types.byEndpoint(String(resourceIri))
      ? null
      : at('resourceIri', 'There is no such list.'),
]

/** By the type, or by what kind of thing it is. */
const rules: Record<string, Rule[]> = {
  SiteConfigParameter: parameter,
  Collection: collection,
  PAGE: parents,
  PAGE_DATA: parents,
  ROUTE: [
    (_facts, { page, pageData, redirect }) =>
      page || pageData || redirect ? null : 'Choose a page, page data or another route.',
    (_facts, { page, pageData }) =>
      page && pageData ? 'A route leads to a page or to page data, not to both.' : null,
    (graph, { redirect }, iri) =>
      hasRedirectLoop(graph, redirect, iri)
        ? at('redirect', 'This leads back to where it starts.')
        : null,
    (_facts, { path }) =>
      isReservedPath(String(path ?? '')) ? at('path', 'A path cannot end like this.') : null,
    (_facts, { path }) => {
      const trouble = isBlank(path) ? null : pathError(String(path))
      return trouble && at('path', trouble)
    },
  ],
  COMPONENT_POSITION: position,
}

export const ruleViolations = (
  graph: ResourceGraph,
  types: TypeRegistry,
  { type, category }: TypeDefinition,
  iri: Iri,
  candidate: ProposedResource,
): Violation[] =>
  (rules[type] ?? rules[category ?? ''] ?? []).flatMap((rule) => {
    const found = rule(graph, candidate, iri, types)
    return found === null ? [] : [typeof found === 'string' ? at('', found) : found]
  })

/** What another of the same type has already. */
export const uniqueViolations = (
  graph: ResourceGraph,
  type: string,
  unique: readonly string[],
  /** Those whose values do not count as taken. */
  isOwn: (holder: Iri) => boolean,
  candidate: ProposedResource,
): Violation[] =>
  unique.flatMap((property) => {
    const value = candidate[property]
    const holder =
      typeof value === 'string' && value ? graph.findByUnique(type, property, value) : null
    return holder && !isOwn(holder)
      ? [{ ...at(property, `This ${property} is already in use.`), code: violationCodes.notUnique }]
      : []
  })
