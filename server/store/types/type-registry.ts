/** Creates the registry of all resource types: the core types of the contract, and those of the site's kinds. */
import { type Iri, iriPrefixes } from '#content/model/iri.ts'
import type { Fields } from '#content/model/field.ts'
import type { ComponentKind, PageDataKind } from '#content/model/kind.ts'
import type { VariantProperty } from '#content/model/variant-properties.ts'
import type { Kinds } from '#site/kinds.ts'
import type { TypeDefinition } from './type-definition.ts'
import {
  type Property,
  inverseRelation,
  shortTextList,
  shortText,
  valueProperty,
} from './property.ts'
import { coreTypes } from './core-types.ts'
import { propertyOfField } from './field-formats.ts'

/** Returns what another part of the server adds to the definition of a type. */
export type TypeExtension = (definition: TypeDefinition) => Partial<TypeDefinition>

const { ROUTE, PAGE, PAGE_DATA, COMPONENT_GROUP, COMPONENT_POSITION } = iriPrefixes

const propertiesOfFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, propertyOfField(field)]))

/** The properties of components that have drafts. */
const publishingProperties: Record<string, Property> = {
  publishedAt: { type: 'computed' },
  publishedUntil: { type: 'computed' },
  publishedResource: { type: 'computed' },
  draftResource: { type: 'computed' },
}

/** The properties that choose the variant of a component. */
const propertiesOfVariant: Record<VariantProperty, Property> = {
  uiComponent: valueProperty(shortText),
  uiClassNames: valueProperty(shortTextList),
}

const typeOfComponentKind = (kind: ComponentKind): TypeDefinition => ({
  type: kind.type,
  category: 'COMPONENT',
  endpoint: kind.endpoint,
  properties: {
    ...propertiesOfFields(kind.fields),
    ...Object.fromEntries(
      Object.entries(kind.derived ?? {}).map(([name, { schema }]): [string, Property] => [
        name,
        { type: 'computed', schema },
      ]),
    ),
    ...propertiesOfVariant,
    componentGroups: inverseRelation('components', COMPONENT_GROUP),
    componentPositions: inverseRelation('component', COMPONENT_POSITION),
    ...(kind.type === 'Collection' && { collection: { type: 'computed' } }),
    ...(kind.publishable && publishingProperties),
  },
  unique: [],
  emitsEvents: kind.hasLiveUpdates ?? true,
  isPublishable: kind.publishable,
  sortableBy: ['createdAt'],
  searchableBy: [],
  kind,
})

/** Returns the properties of page data that refer to its components. */
const relationsOf = (
  data: PageDataKind,
  components: readonly ComponentKind[],
): Record<string, Property> => {
  const endpointOf = (type: string) => components.find((kind) => kind.type === type)?.endpoint
  return Object.fromEntries(
    Object.entries(data.components).map(([name, type]) => [
      name,
      { type: 'relation', to: [`${endpointOf(type)}/`] },
    ]),
  )
}

const typeOfDataKind = (
  data: PageDataKind,
  components: readonly ComponentKind[],
): TypeDefinition => ({
  type: data.type,
  category: 'PAGE_DATA',
  endpoint: data.endpoint,
  properties: {
    page: { type: 'relation', to: [PAGE], required: 'Choose a page.' },
    title: valueProperty(shortText, { initial: 'Unnamed Page' }),
    metaDescription: valueProperty(shortText),
    socialImage: { type: 'file' },
    route: inverseRelation('pageData', ROUTE, true),
    parentPage: { type: 'relation', to: [PAGE] },
    parentPageData: { type: 'relation', to: [PAGE_DATA] },
    routePath: { type: 'computed' },
    ...propertiesOfFields(data.fields),
    ...relationsOf(data, components),
  },
  unique: [],
  emitsEvents: true,
  isPublishable: false,
  sortableBy: ['createdAt', 'title'],
  searchableBy: ['title'],
  ...(data.perPage && { perPage: data.perPage }),
  data,
})

/** Returns the definitions of all types, with the extensions applied in their order, sorted by name. */
const definitionsOf = ({ components, data }: Kinds, extensions: readonly TypeExtension[]) => {
  const applyExtensions = (definition: TypeDefinition) =>
    extensions.reduce((made, extend) => ({ ...made, ...extend(made) }), definition)
  return [
    ...coreTypes,
    ...components.map(typeOfComponentKind),
    ...data.map((kind) => typeOfDataKind(kind, components)),
  ]
    .map(applyExtensions)
    .toSorted((one, other) => (one.type < other.type ? -1 : 1))
}

/** Creates the registry of all types: the built-in ones and those of the component kinds. */
export const createTypeRegistry = (kinds: Kinds, extensions: readonly TypeExtension[] = []) => {
  const all = definitionsOf(kinds, extensions)
  const typesByName = new Map(all.map((definition) => [definition.type, definition]))
  const findByClass = (name: string) => typesByName.get(name.slice(name.lastIndexOf('\\') + 1))
  const typesByEndpoint = new Map(all.map((definition) => [definition.endpoint, definition]))
  return {
    all,
    byName: (type: string) => typesByName.get(type),
    byEndpoint: (endpoint: Iri) => typesByEndpoint.get(endpoint),
    /** Finds the type of an item by its IRI. */
    byIri: (iri: Iri) =>
      iri.startsWith(ROUTE)
        ? typesByName.get('Route')
        : typesByEndpoint.get(iri.slice(0, iri.lastIndexOf('/'))),
    /** Finds a type by its class name, in any namespace. */
    byClass: findByClass,
    /**
     * Returns the page data types that hold a component under this property, with the component's type: of one class,
     * or of all without one.
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
