/** The rules of single types that look further than their own properties (api, section 3). */
import type { Iri } from '#content/iri.ts'
import { pathTrouble } from '#content/link.ts'
import type { Violation } from '#content/resource.ts'
import { sitemapTrouble } from '../sitemap-xml.ts'
import { codes } from '../violation-codes.ts'
import { isBlank } from './checks.ts'
import type { Facts } from './facts.ts'
import { isShadowed } from './named.ts'
import { isAllowed } from './position.ts'
import type { Shape, Shapes } from './shapes.ts'

/** A resource as it would be stored: values, and relations as IRIs. */
export type Candidate = Readonly<Record<string, unknown>>

type Rule = (
  facts: Facts,
  candidate: Candidate,
  iri: Iri,
  shapes: Shapes,
) => string | Violation | null

const at = (propertyPath: string, message: string): Violation => ({ propertyPath, message })
const target = (facts: Facts, iri: Iri, property: string) => facts.out(iri, property)[0]?.to

/** Parents may mix pages and page data; none may be above itself. */
const isOwnParent = (facts: Facts, candidate: Candidate, iri: Iri) => {
  const seen = new Set<unknown>()
  let above = (candidate['parentPage'] ?? candidate['parentPageData']) as Iri | undefined
  while (above && !seen.has(above)) {
    if (above === iri) return true
    seen.add(above)
    above = target(facts, above, 'parentPage') ?? target(facts, above, 'parentPageData')
  }
  return false
}

const parents: Rule[] = [
  (_facts, { parentPage, parentPageData }) =>
    parentPage && parentPageData ? 'Choose one parent: a page or page data.' : null,
  (facts, candidate, iri) =>
    isOwnParent(facts, candidate, iri)
      ? at(
          candidate['parentPage'] ? 'parentPage' : 'parentPageData',
          'A page cannot be above itself.',
        )
      : null,
]

const hasLoop = (facts: Facts, redirect: unknown, iri: Iri) => {
  const seen = new Set<unknown>([iri])
  let next = redirect as Iri | undefined
  while (next) {
    if (seen.has(next)) return true
    seen.add(next)
    next = target(facts, next, 'redirect')
  }
  return false
}

const ownEndpoint = ({ component }: Candidate): Iri[] =>
  typeof component === 'string' ? [component.slice(0, component.lastIndexOf('/'))] : []

/** The types of what a dynamic position gets from page data: of one class, or of all that have the property. */
const boundEndpoints = (shapes: Shapes, { pageDataClass, pageDataProperty }: Candidate): Iri[] =>
  shapes.bound(pageDataClass, pageDataProperty).flatMap(({ component }) => {
    const endpoint = shapes.ofType(component)?.endpoint
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
  (_facts, { pageDataProperty, pageDataClass }, _iri, shapes) => {
    if (isBlank(pageDataProperty)) return null
    const name = String(pageDataProperty)
    const isBound = shapes.bound(pageDataClass, name).length > 0
    if (isBlank(pageDataClass)) {
      return isBound ? null : at('pageDataProperty', `No page data has a component called ${name}.`)
    }
    const data = shapes.ofClass(String(pageDataClass))?.data
    if (!data) return `There is no page data of the class ${String(pageDataClass)}.`
    return isBound ? null : `${data.type} has no component called ${name}.`
  },
  (facts, candidate, _iri, shapes) => {
    const group = candidate['componentGroup'] as Iri | undefined
    if (!group) return null
    const isRefused = (endpoint: Iri) => !isAllowed(facts, group, `${endpoint}/`)
    const bound = boundEndpoints(shapes, candidate)
    // What another class has under the same name is left out where it may not be shown.
    return ownEndpoint(candidate).some(isRefused) || (bound.length && bound.every(isRefused))
      ? 'This group does not allow this kind of component.'
      : null
  },
  (facts, candidate, _iri, shapes) => {
    const group = candidate['componentGroup'] as Iri | undefined
    const isOpen = group && !facts.row(group)?.data['allowedComponents']
    const needsList = (endpoint: Iri) => shapes.at(endpoint)?.kind?.explicitAllowOnly
    const endpoints = [...ownEndpoint(candidate), ...boundEndpoints(shapes, candidate)]
    return isOpen && endpoints.some(needsList)
      ? 'This kind of component may only go where a group lists it.'
      : null
  },
]

/** Characters of what the owner says in any parameter but the XML, which may have 1 MB. */
const longestParameter = 100_000

const parameter: Rule[] = [
  (_facts, { key, value }) =>
    key !== 'sitemapXml' && typeof value === 'string' && value.length > longestParameter
      ? at('value', 'This text is too long.')
      : null,
  (_facts, { key, value }) => {
    const trouble =
      key === 'sitemapXml' && typeof value === 'string' && value.trim()
        ? sitemapTrouble(value)
        : null
    return trouble && at('value', trouble)
  },
]

const collection: Rule[] = [
  (_facts, { resourceIri }, _iri, shapes) =>
    isBlank(resourceIri) || shapes.at(String(resourceIri))
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
    (facts, { redirect }, iri) =>
      hasLoop(facts, redirect, iri) ? at('redirect', 'This leads back to where it starts.') : null,
    (_facts, { path }) =>
      isShadowed(String(path ?? '')) ? at('path', 'A path cannot end like this.') : null,
    (_facts, { path }) => {
      const trouble = isBlank(path) ? null : pathTrouble(String(path))
      return trouble && at('path', trouble)
    },
  ],
  COMPONENT_POSITION: position,
}

export const ruleViolations = (
  facts: Facts,
  shapes: Shapes,
  { type, category }: Shape,
  iri: Iri,
  candidate: Candidate,
): Violation[] =>
  (rules[type] ?? rules[category ?? ''] ?? []).flatMap((rule) => {
    const found = rule(facts, candidate, iri, shapes)
    return found === null ? [] : [typeof found === 'string' ? at('', found) : found]
  })

/** What another of the same type has already. */
export const uniqueViolations = (
  facts: Facts,
  type: string,
  unique: readonly string[],
  /** Those whose values do not count as taken. */
  isOwn: (holder: Iri) => boolean,
  candidate: Candidate,
): Violation[] =>
  unique.flatMap((property) => {
    const value = candidate[property]
    const holder = typeof value === 'string' && value ? facts.holder(type, property, value) : null
    return holder && !isOwn(holder)
      ? [{ ...at(property, `This ${property} is already in use.`), code: codes.notUnique }]
      : []
  })
