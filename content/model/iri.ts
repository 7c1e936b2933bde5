/** IRIs of content, and the types that they name. */
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

/** The IRI of a resource of one type; without a type, of any resource. */
export type Iri<Type extends IriType | null = null> = Type extends IriType
  ? `${(typeof iriPrefixes)[Type]}${string}`
  : string

const entries = Object.entries(iriPrefixes) as [IriType, string][]

/** Returns the type of the resource, or null for anything that is not content. */
export const iriTypeOf = (iri: Iri): IriType | null =>
  entries.find(([, prefix]) => iri.startsWith(prefix))?.[0] ?? null

/** True for the IRI of a resource of this type. Values from JSON or the DOM get their type here. */
export const isIriOf = <Type extends IriType>(type: Type, value: unknown): value is Iri<Type> =>
  typeof value === 'string' && value.startsWith(iriPrefixes[type])

/** Returns the IRI of the route at a path. The double slash is part of it: `/about` is `/_/routes//about`. */
export const routeIri = (path: string): Iri<'ROUTE'> => `${iriPrefixes.ROUTE}${path}`

/** Returns the path of a route: `/_/routes//about` is `/about`. */
export const routePath = (iri: Iri) => iri.slice(iriPrefixes.ROUTE.length)

/** True for pages, layouts, groups, positions and routes: they hold content without being content themselves. */
export const isStructural = (iri: Iri) => iri.startsWith('/_/')

/** The placeholders for a resource that is not stored yet. */
export const NEW_RESOURCE = `${iriPrefixes.COMPONENT}__new__` as const
export const NEW_POSITION = `${iriPrefixes.COMPONENT_POSITION}__new__` as const

/** Returns the IRI of a resource's collection: `/component/titles`. A route's IRI contains more slashes than others. */
export const collectionIri = (iri: Iri): Iri =>
  iri.startsWith(iriPrefixes.ROUTE)
    ? iriPrefixes.ROUTE.slice(0, -1)
    : iri.slice(0, iri.lastIndexOf('/'))
