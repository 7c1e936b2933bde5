/** Which resources make up a page, and what leads from one to the next. */
import { type Iri, iriPrefixes, iriTypeOf } from '../model/iri.ts'
import type { Page, PageData, ReadResource, Resource, Route } from '../model/resource.ts'

/** What is shown at a path. `resources` are all the IRIs it was assembled from, its root first. */
export interface AssembledPage {
  path: string
  /** The route, or the page or page data that was asked for by its IRI. */
  root: Iri
  page?: Iri
  pageData?: Iri
  layout?: Iri
  resources: Iri[]
}

const toIris = (value: unknown): Iri[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The relations to follow from each type (behaviour, section 2.4). */
const followedProperties: Record<string, string[]> = {
  ROUTE: ['pageData', 'page'],
  PAGE: ['layout', 'componentGroups', 'parentPageData'],
  PAGE_DATA: ['page'],
  LAYOUT: ['componentGroups'],
  COMPONENT_GROUP: ['componentPositions'],
  COMPONENT_POSITION: ['component'],
  COMPONENT: ['componentGroups', 'publishedResource'],
}

/** What page data holds by whatever name: a page below it may show some of it. */
const heldComponents = (resource: Resource) =>
  Object.values(resource)
    .flatMap(toIris)
    .filter((iri) => iriTypeOf(iri) === 'COMPONENT')

/** The resources a page needs because of this one. */
export const nestedIris = (resource: Resource): Iri[] => {
  const type = iriTypeOf(resource['@id'])
  const linked = type
    ? (followedProperties[type] ?? []).flatMap((property) => toIris(resource[property]))
    : []
  return type === 'PAGE_DATA' ? [...linked, ...heldComponents(resource)] : linked
}

/** The path of the request for a nested resource: a live twin is asked for as such, or an editor would get the draft back. */
export const nestedRequest = (resource: Resource, iri: Iri) =>
  resource['publishedResource'] === iri ? `${iri}?published=true` : iri

const nestedComponents = '/componentGroups/*/componentPositions/*/component'
const nestedTwice = `${nestedComponents}${nestedComponents}`

/** What the server may send along (behaviour, section 2.4); it is free to ignore it. */
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

export const preloadFor = (iri: Iri) => preloads[iriTypeOf(iri) ?? '']

/** A page or page data is asked for by its own IRI; everything else is a route's path. */
export const isIriPath = (path: string) =>
  path.startsWith(iriPrefixes.PAGE) || path.startsWith(iriPrefixes.PAGE_DATA)

/** Page, page data and layout, once the resources that lead to them are known. */
export const assemblePage = (
  root: Iri,
  read: ReadResource,
): Pick<AssembledPage, 'page' | 'pageData' | 'layout'> => {
  const type = iriTypeOf(root)
  const route = type === 'ROUTE' ? (read(root) as Route | undefined) : undefined
  const pageData = type === 'PAGE_DATA' ? root : route?.pageData
  const page =
    type === 'PAGE'
      ? root
      : pageData
        ? ((read(pageData) as PageData | undefined)?.page ?? route?.page)
        : route?.page
  const layout = page ? (read(page) as Page | undefined)?.layout : undefined
  return {
    ...(page && { page }),
    ...(pageData && { pageData }),
    ...(layout && { layout }),
  }
}
