/** What each type of resource is made of: the fixed ones of the contract, and those the site's kinds add. */
import { type Iri, type IriType, iriPrefixes } from '#content/model/iri.ts'
import type { ComponentKind, PageDataKind, Field } from '#content/model/kind.ts'
import type { Kinds } from '#site/kinds.ts'
import type { Row } from '../graph/resource-graph.ts'
import {
  type Property,
  backReference,
  shortTextList,
  shortText,
  valueProperty,
} from './property.ts'
import { coreTypes } from './core-types.ts'

export interface TypeDefinition {
  type: string
  /** What kind of thing it is; null for what is not content. */
  category: IriType | null
  endpoint: Iri
  properties: Record<string, Property>
  /** Properties that no other resource of the type may have the same. */
  unique: readonly string[]
  /** Its changes are told to the hub. */
  emitsEvents: boolean
  isPublishable: boolean
  /** The property its IRI is made of; without one it is a new id. */
  naturalKey?: string
  /** Where PUT is offered besides PATCH. */
  hasPut?: boolean
  /** What lists may be ordered by and searched in. */
  order: readonly string[]
  search: readonly string[]
  /** How many a list sends at a time, unless it is asked for more or fewer. */
  perPage?: number
  kind?: ComponentKind
  data?: PageDataKind
  /** How to say what is not stored, and more about a row than its properties; `base` is where the API is. */
  computed?: Record<string, (row: Row, base?: string) => unknown>
  metadata?: (row: Row, base?: string) => Record<string, unknown>
}

/** What another part of the server knows about a type. */
export type TypeExtension = (definition: TypeDefinition) => Partial<TypeDefinition>

const { ROUTE, PAGE, PAGE_DATA, COMPONENT_GROUP, COMPONENT_POSITION } = iriPrefixes

const propertyOfField = (name: string, { schema, format, required }: Field): Property => {
  const need = required ? { required } : {}
  if (format === 'file') return { type: 'file' }
  if (format === 'iri')
    return { type: 'reference', to: name === 'route' ? [ROUTE] : ['/'], ...need }
  return { type: 'value', schema, html: format === 'html', url: format === 'url', ...need }
}

const typeOfComponentKind = (kind: ComponentKind): TypeDefinition => ({
  type: kind.type,
  category: 'COMPONENT',
  endpoint: kind.endpoint,
  properties: {
    ...Object.fromEntries(
      Object.entries(kind.fields).map(([name, field]) => [name, propertyOfField(name, field)]),
    ),
    ...Object.fromEntries(
      Object.keys(kind.derived ?? {}).map((name): [string, Property] => [
        name,
        { type: 'computed' },
      ]),
    ),
    uiComponent: valueProperty(shortText),
    uiClassNames: valueProperty(shortTextList),
    componentGroups: backReference('components', COMPONENT_GROUP),
    componentPositions: backReference('component', COMPONENT_POSITION),
    ...(kind.type === 'Collection' && { collection: { type: 'computed' } }),
    ...(kind.publishable && {
      publishedAt: { type: 'computed' },
      publishedResource: { type: 'computed' },
      draftResource: { type: 'computed' },
    }),
  },
  unique: [],
  emitsEvents: kind.hasLiveUpdates ?? true,
  isPublishable: kind.publishable,
  order: ['createdAt'],
  search: [],
  kind,
})

const typeOfDataKind = (
  data: PageDataKind,
  components: readonly ComponentKind[],
): TypeDefinition => ({
  type: data.type,
  category: 'PAGE_DATA',
  endpoint: data.endpoint,
  properties: {
    page: { type: 'reference', to: [PAGE], required: 'Choose a page.' },
    title: valueProperty(shortText, { initial: 'Unnamed Page' }),
    metaDescription: valueProperty(shortText),
    route: backReference('pageData', ROUTE, true),
    parentPage: { type: 'reference', to: [PAGE] },
    parentPageData: { type: 'reference', to: [PAGE_DATA] },
    routePath: { type: 'computed' },
    ...Object.fromEntries(
      Object.entries(data.fields).map(([name, { schema, format }]): [string, Property] => [
        name,
        { type: 'value', schema, html: format === 'html', url: format === 'url' },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(data.components).map(([name, type]): [string, Property] => [
        name,
        { type: 'reference', to: [`${components.find((kind) => kind.type === type)?.endpoint}/`] },
      ]),
    ),
  },
  unique: [],
  emitsEvents: true,
  isPublishable: false,
  order: ['createdAt', 'title'],
  search: ['title'],
  ...(data.perPage && { perPage: data.perPage }),
  data,
})

/** What class names mean to clients: `App\Entity\Title`. */
export const className = (type: string) => `App\\Entity\\${type}`

export const createTypeRegistry = (
  { components, data }: Kinds,
  features: readonly TypeExtension[] = [],
) => {
  const all = [
    ...coreTypes,
    ...components.map(typeOfComponentKind),
    ...data.map((kind) => typeOfDataKind(kind, components)),
  ]
    .map((definition) =>
      features.reduce<TypeDefinition>(
        (made, feature) => ({ ...made, ...feature(made) }),
        definition,
      ),
    )
    .toSorted((one, other) => (one.type < other.type ? -1 : 1))
  const typesByName = new Map(all.map((definition) => [definition.type, definition]))
  const findByClass = (name: string) => typesByName.get(name.slice(name.lastIndexOf('\\') + 1))
  const typesByEndpoint = new Map(all.map((definition) => [definition.endpoint, definition]))
  return {
    all,
    byName: (type: string) => typesByName.get(type),
    byEndpoint: (endpoint: Iri) => typesByEndpoint.get(endpoint),
    /** By an item's IRI. */
    byIri: (iri: Iri) =>
      iri.startsWith(ROUTE)
        ? typesByName.get('Route')
        : typesByEndpoint.get(iri.slice(0, iri.lastIndexOf('/'))),
    /** `App\Entity\Title`, or any other namespace. */
    byClass: findByClass,
    /**
     * The types of page data that hold a component by this name, and that component's type: of one class, or without
     * one all there are (api, section 11.9).
     */
    boundComponents: (ofClass: unknown, property: unknown) => {
      const name = String(property ?? '')
      const among = ofClass ? [findByClass(String(ofClass))] : all
      return among.flatMap((definition) =>
        definition?.data && Object.hasOwn(definition.data.components, name)
          ? [{ type: definition.type, component: definition.data.components[name]! }]
          : [],
      )
    },
  }
}

export type TypeRegistry = ReturnType<typeof createTypeRegistry>
