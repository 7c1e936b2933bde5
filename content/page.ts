/** Which resources make up a page, and what leads from one to the next. */
import { type Iri, prefixes, typeOf } from './iri.ts'
import type { Page, PageData, Read, Resource, Route } from './resource.ts'

/** What is shown at a path. `resources` are all the IRIs it was assembled from, its root first. */
export interface ShownPage {
  path: string
  /** The route, or the page or page data that was asked for by its IRI. */
  root: Iri
  page?: Iri
  pageData?: Iri
  layout?: Iri
  resources: Iri[]
}

const iris = (value: unknown): Iri[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The relations to follow from each type (behaviour, section 2.4). */
const followed: Record<string, string[]> = {
  ROUTE: ['pageData', 'page'],
  PAGE: ['layout', 'componentGroups', 'parentPageData'],
  PAGE_DATA: ['page'],
  LAYOUT: ['componentGroups'],
  COMPONENT_GROUP: ['componentPositions'],
  COMPONENT_POSITION: ['component'],
  COMPONENT: ['componentGroups', 'publishedResource'],
}

/** What page data holds by whatever name: a page below it may show some of it. */
const held = (resource: Resource) =>
  Object.values(resource)
    .flatMap(iris)
    .filter((iri) => typeOf(iri) === 'COMPONENT')

/** The resources a page needs because of this one. */
export const nestedIris = (resource: Resource): Iri[] => {
  const type = typeOf(resource['@id'])
  const linked = type ? (followed[type] ?? []).flatMap((property) => iris(resource[property])) : []
  return type === 'PAGE_DATA' ? [...linked, ...held(resource)] : linked
}

/** The path of the request for a nested resource: a live twin is asked for as such, or an editor would get the draft back. */
export const nestedRequest = (resource: Resource, iri: Iri) =>
  resource['publishedResource'] === iri ? `${iri}?published=true` : iri

const below = '/componentGroups/*/componentPositions/*/component'
const twice = `${below}${below}`

/** What the server may send along (behaviour, section 2.4); it is free to ignore it. */
const preloads: Record<string, string> = {
  ROUTE: [
    `/page/layout${twice}`,
    `/page${twice}`,
    `/pageData/page/layout${twice}`,
    `/pageData/page${twice}`,
  ].join(','),
  PAGE: [`/layout${twice}`, twice].join(','),
  PAGE_DATA: [`/page/layout${twice}`, `/page${twice}`].join(','),
  LAYOUT: twice,
  COMPONENT_GROUP: `/componentPositions/*/component${twice}`,
  COMPONENT_POSITION: `/component${twice}`,
  COMPONENT: below,
}

export const preloadFor = (iri: Iri) => preloads[typeOf(iri) ?? '']

/** A page or page data is asked for by its own IRI; everything else is a route's path. */
export const isDirect = (path: string) =>
  path.startsWith(prefixes.PAGE) || path.startsWith(prefixes.PAGE_DATA)

/** Page, page data and layout, once the resources that lead to them are known. */
export const assemble = (
  root: Iri,
  read: Read,
): Pick<ShownPage, 'page' | 'pageData' | 'layout'> => {
  const type = typeOf(root)
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
