/** What each type of resource is made of: the fixed ones of the contract, and those the site's kinds add. */
import { type Iri, type ResourceType, prefixes } from '#content/iri.ts'
import type { ComponentKind, DataKind, Field } from '#content/kind.ts'
import type { Kinds } from '#site/kinds.ts'
import type { Row } from './facts.ts'
import { type Property, inverse, names, text, value } from './property.ts'
import { structure } from './structure.ts'

export interface Shape {
  type: string
  /** What kind of thing it is; null for what is not content. */
  category: ResourceType | null
  endpoint: Iri
  properties: Record<string, Property>
  /** Properties that no other resource of the type may have the same. */
  unique: readonly string[]
  /** Its changes are told to the hub. */
  isLive: boolean
  isPublishable: boolean
  /** The property its IRI is made of; without one it is a new id. */
  namedBy?: string
  /** Where PUT is offered besides PATCH. */
  hasPut?: boolean
  /** What lists may be ordered by and searched in. */
  order: readonly string[]
  search: readonly string[]
  /** How many a list sends at a time, unless it is asked for more or fewer. */
  perPage?: number
  kind?: ComponentKind
  data?: DataKind
  /** How to say what is not stored, and more about a row than its properties; `base` is where the API is. */
  computed?: Record<string, (row: Row, base?: string) => unknown>
  metadata?: (row: Row, base?: string) => Record<string, unknown>
}

/** What another part of the server knows about a type. */
export type Feature = (shape: Shape) => Partial<Shape>

const { ROUTE, PAGE, PAGE_DATA, COMPONENT_GROUP, COMPONENT_POSITION } = prefixes

const ofField = (name: string, { schema, format, required }: Field): Property => {
  const need = required ? { required } : {}
  if (format === 'file') return { is: 'file' }
  if (format === 'iri') return { is: 'one', to: name === 'route' ? [ROUTE] : ['/'], ...need }
  return { is: 'value', schema, html: format === 'html', url: format === 'url', ...need }
}

const ofKind = (kind: ComponentKind): Shape => ({
  type: kind.type,
  category: 'COMPONENT',
  endpoint: kind.endpoint,
  properties: {
    ...Object.fromEntries(
      Object.entries(kind.fields).map(([name, field]) => [name, ofField(name, field)]),
    ),
    ...Object.fromEntries(
      Object.keys(kind.derived ?? {}).map((name): [string, Property] => [name, { is: 'computed' }]),
    ),
    uiComponent: value(text),
    uiClassNames: value(names),
    componentGroups: inverse('components', COMPONENT_GROUP),
    componentPositions: inverse('component', COMPONENT_POSITION),
    ...(kind.type === 'Collection' && { collection: { is: 'computed' } }),
    ...(kind.publishable && {
      publishedAt: { is: 'computed' },
      publishedResource: { is: 'computed' },
      draftResource: { is: 'computed' },
    }),
  },
  unique: [],
  isLive: kind.isLive ?? true,
  isPublishable: kind.publishable,
  order: ['createdAt'],
  search: [],
  kind,
})

const ofData = (data: DataKind, components: readonly ComponentKind[]): Shape => ({
  type: data.type,
  category: 'PAGE_DATA',
  endpoint: data.endpoint,
  properties: {
    page: { is: 'one', to: [PAGE], required: 'Choose a page.' },
    title: value(text, { initial: 'Unnamed Page' }),
    metaDescription: value(text),
    route: inverse('pageData', ROUTE, true),
    parentPage: { is: 'one', to: [PAGE] },
    parentPageData: { is: 'one', to: [PAGE_DATA] },
    routePath: { is: 'computed' },
    ...Object.fromEntries(
      Object.entries(data.fields).map(([name, { schema, format }]): [string, Property] => [
        name,
        { is: 'value', schema, html: format === 'html', url: format === 'url' },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(data.components).map(([name, type]): [string, Property] => [
        name,
        { is: 'one', to: [`${components.find((kind) => kind.type === type)?.endpoint}/`] },
      ]),
    ),
  },
  unique: [],
  isLive: true,
  isPublishable: false,
  order: ['createdAt', 'title'],
  search: ['title'],
  ...(data.perPage && { perPage: data.perPage }),
  data,
})

/** What class names mean to clients: `App\Entity\Title`. */
export const className = (type: string) => `App\\Entity\\${type}`

export const createShapes = ({ components, data }: Kinds, features: readonly Feature[] = []) => {
  const all = [
    ...structure,
    ...components.map(ofKind),
    ...data.map((kind) => ofData(kind, components)),
  ]
    .map((shape) =>
      features.reduce<Shape>((made, feature) => ({ ...made, ...feature(made) }), shape),
    )
    .toSorted((one, other) => (one.type < other.type ? -1 : 1))
  const byType = new Map(all.map((shape) => [shape.type, shape]))
  const byClass = (name: string) => byType.get(name.slice(name.lastIndexOf('\\') + 1))
  const byEndpoint = new Map(all.map((shape) => [shape.endpoint, shape]))
  return {
    all,
    ofType: (type: string) => byType.get(type),
    at: (endpoint: Iri) => byEndpoint.get(endpoint),
    /** By an item's IRI. */
    of: (iri: Iri) =>
      iri.startsWith(ROUTE)
        ? byType.get('Route')
        : byEndpoint.get(iri.slice(0, iri.lastIndexOf('/'))),
    /** `App\Entity\Title`, or any other namespace. */
    ofClass: byClass,
    /**
     * The types of page data that hold a component by this name, and that component's type: of one class, or without
     * one all there are (api, section 11.9).
     */
    bound: (ofClass: unknown, property: unknown) => {
      const name = String(property ?? '')
      const among = ofClass ? [byClass(String(ofClass))] : all
      return among.flatMap((shape) =>
        shape?.data && Object.hasOwn(shape.data.components, name)
          ? [{ type: shape.type, component: shape.data.components[name]! }]
          : [],
      )
    },
  }
}

export type Shapes = ReturnType<typeof createShapes>
