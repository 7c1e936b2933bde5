/** What an IRI says about the resource it names. Prefixes: specification, section 3. */
export type Iri = string

export const iriPrefixes = {
  ROUTE: '/_/routes/',
  PAGE: '/_/pages/',
  PAGE_DATA: '/page_data/',
  LAYOUT: '/_/layouts/',
  COMPONENT_GROUP: '/_/component_groups/',
  COMPONENT_POSITION: '/_/component_positions/',
  COMPONENT: '/component/',
} as const

export type IriType = keyof typeof iriPrefixes

const entries = Object.entries(iriPrefixes) as [IriType, string][]

/** The type of the resource an IRI names, or null for anything that is not content. */
export const iriTypeOf = (iri: Iri): IriType | null =>
  entries.find(([, prefix]) => iri.startsWith(prefix))?.[0] ?? null

/** Routes are addressed by their path, so `/about` is `/_/routes//about`: the double slash counts. */
export const routeIri = (path: string): Iri => `${iriPrefixes.ROUTE}${path}`

/** The path a route IRI stands for: `/_/routes//about` is `/about`. */
export const routePath = (iri: Iri) => iri.slice(iriPrefixes.ROUTE.length)

/** Pages, layouts, groups, positions and routes: what holds content rather than being it. */
export const isStructural = (iri: Iri) => iri.startsWith('/_/')

/** What stands for a resource that has not been stored yet. */
export const NEW_RESOURCE = '__new__'
export const NEW_POSITION: Iri = `${iriPrefixes.COMPONENT_POSITION}${NEW_RESOURCE}`

/** The list a resource is in: `/component/titles`. The IRI of a route holds a path, with slashes of its own. */
export const collectionIri = (iri: Iri): Iri =>
  iri.startsWith(iriPrefixes.ROUTE)
    ? iriPrefixes.ROUTE.slice(0, -1)
    : iri.slice(0, iri.lastIndexOf('/'))
