/** Pages, assembled from the resources they consist of. */
import { publishedUrl } from '../model/component-versions.ts'
import { type Iri, iriTypeOf, isIriOf } from '../model/iri.ts'
import type { ReadResource, Resource } from '../model/resource.ts'

export interface AssembledPage {
  path: string
  /** The route, or the page or page data that was requested by its IRI. */
  root: Iri
  page?: Iri<'PAGE'>
  pageData?: Iri<'PAGE_DATA'>
  layout?: Iri<'LAYOUT'>
  /** IRIs of all resources of the page, the root first. */
  resources: Iri[]
  /** True when it was read without the session of the user, which has ended: drafts and restricted parts may be missing. */
  isPartial?: boolean
}

/** The template or the page itself, its data and its layout. */
export type PageParts = Pick<AssembledPage, 'page' | 'pageData' | 'layout'>

const toIris = (value: unknown): Iri[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The relations that lead from each type to further resources of the page. */
const followedProperties: Record<string, string[]> = {
  ROUTE: ['pageData', 'page'],
  PAGE: ['layout', 'componentGroups', 'parentPageData'],
  PAGE_DATA: ['page'],
  LAYOUT: ['componentGroups'],
  COMPONENT_GROUP: ['componentPositions'],
  COMPONENT_POSITION: ['component'],
  COMPONENT: ['componentGroups', 'publishedResource'],
}

/** Returns the components that page data is related to by any property; a page below it may show them. */
export const relatedComponents = (resource: Resource) =>
  Object.values(resource)
    .flatMap(toIris)
    .filter((iri) => iriTypeOf(iri) === 'COMPONENT')

/** Returns the IRIs of resources that a page needs because it contains this one. */
export const nestedIris = (resource: Resource): Iri[] => {
  const type = iriTypeOf(resource['@id'])
  const related = type
    ? (followedProperties[type] ?? []).flatMap((property) => toIris(resource[property]))
    : []
  return type === 'PAGE_DATA' ? [...related, ...relatedComponents(resource)] : related
}

/** Returns the request for a nested resource. A draft's live version is requested as such. */
export const nestedRequest = (resource: Resource, iri: Iri) =>
  resource['publishedResource'] === iri ? publishedUrl(iri) : iri

const nestedComponents = '/componentGroups/*/componentPositions/*/component'
const nestedTwice = `${nestedComponents}${nestedComponents}`

/** Values of the `Preload` header (https://vulcain.rocks): relations that the server may send along, or ignore. */
const preloads: Record<string, string> = {
  ROUTE: [
    `/page/layout${nestedTwice}`,
    `/page${nestedTwice}`,
    `/pageData/page/layout${nestedTwice}`,
    `/pageData/page${nestedTwice}`,
  ].join(','),
  PAGE: [`/layout${nestedTwice}`, nestedTwice].join(','),
  PAGE_DATA: [`/page/layout${nestedTwice}`, `/page${nestedTwice}`].join(','),
  LAYOUT: nestedTwice,
  COMPONENT_GROUP: `/componentPositions/*/component${nestedTwice}`,
  COMPONENT_POSITION: `/component${nestedTwice}`,
  COMPONENT: nestedComponents,
}

/** Returns the `Preload` header for a request, or undefined for resources that nothing is nested in. */
export const preloadFor = (iri: Iri) => preloads[iriTypeOf(iri) ?? '']

/** True for the IRI of a page or page data; any other path is that of a route. */
export const isIriPath = (path: string) => isIriOf('PAGE', path) || isIriOf('PAGE_DATA', path)

/** Returns the page, page data and layout of a root, as far as they are known. */
export const assemblePage = (root: Iri, read: ReadResource): PageParts => {
  const route = isIriOf('ROUTE', root) ? read(root) : undefined
  const pageData = isIriOf('PAGE_DATA', root) ? root : route?.pageData
  const page = isIriOf('PAGE', root) ? root : ((pageData && read(pageData)?.page) ?? route?.page)
  const layout = page && read(page)?.layout
  return {
    ...(page && { page }),
    ...(pageData && { pageData }),
    ...(layout && { layout }),
  }
}
