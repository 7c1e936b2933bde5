/** The Hydra documentation, the entry point and the page data metadata, built from the resource types. */
import { bulkChangesEndpoint } from '#content/admin/bulk-change.ts'
import { presencesEndpoint } from '#content/presence/presence.ts'
import { pageDataMetadataOf } from '../store/read/metadata.ts'
import type { Property } from '../store/types/property.ts'
import { fieldSchema } from './property-schemas.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { className } from '#content/model/dynamic-content.ts'

const lowerCaseFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

export const metadataEndpoint = '/_/page_data_metadatas'
export const publicationsEndpoint = '/_/publications'
export const pageCopiesEndpoint = '/_/page_copies'
export const metadataContext = {
  '@vocab': '/docs.jsonld#',
  hydra: 'http://www.w3.org/ns/hydra/core#',
}

const isWriteable = (name: string, property: Property) =>
  name === 'publishedAt' ||
  name === 'publishedUntil' ||
  (property.type === 'inverseRelation' ? property.single === true : property.type !== 'computed')

const isReadable = (property: Property) =>
  property.type === 'value'
    ? !property.writeOnly
    : property.type !== 'flag' && property.type !== 'file'

/** The ranges of values by their types in JSON Schema, in the names that API Platform gives them. */
const ranges: Readonly<Record<string, string>> = {
  string: 'xmls:string',
  integer: 'xmls:integer',
  number: 'xmls:decimal',
  boolean: 'xmls:boolean',
}

/** Returns the type of a property's values; nothing for relations, files and structured values. */
const rangeOf = (property: Property) => {
  if (property.type !== 'value') return {}
  if (property.format === 'html') return { range: 'rdf:HTML' }
  const type = String(fieldSchema(property)['type'])
  return Object.hasOwn(ranges, type) ? { range: ranges[type] } : {}
}

/** Returns the explanation of a field that the definition of its kind has. */
const descriptionOf = ({ kind, data }: TypeDefinition, name: string) => {
  const hint = { ...kind?.fields, ...data?.fields }[name]?.hint
  return hint === undefined ? {} : { description: hint }
}

const supportedProperty = (definition: TypeDefinition, name: string, property: Property) => ({
  '@type': 'SupportedProperty',
  title: name,
  property: {
    '@id': `#${definition.type}/${name}`,
    '@type': 'rdf:Property',
    label: name,
    ...rangeOf(property),
  },
  ...descriptionOf(definition, name),
  required: 'required' in property && Boolean(property.required),
  readable: isReadable(property),
  writeable: isWriteable(name, property),
})

const operations = ({ type, isReplaceable }: TypeDefinition) =>
  ['GET', ...(isReplaceable ? ['PUT'] : []), 'PATCH', 'DELETE'].map((method) => ({
    '@type': 'Operation',
    method,
    title: `${lowerCaseFirst(method.toLowerCase())}${type}`,
    returns: method === 'DELETE' ? 'owl:Nothing' : type,
    ...(method === 'PUT' || method === 'PATCH' ? { expects: type } : {}),
  }))

const supportedClass = (definition: TypeDefinition) => ({
  '@id': `#${definition.type}`,
  '@type': 'Class',
  title: definition.type,
  ...(definition.kind?.explicitAllowOnly && { explicitAllowOnly: true }),
  ...(definition.kind && { description: definition.kind.description }),
  supportedProperty: Object.entries(definition.properties).map(([name, property]) =>
    supportedProperty(definition, name, property),
  ),
  supportedOperation: operations(definition),
})

/** Returns the Hydra documentation of all types. */
export const docsOf = (types: readonly TypeDefinition[], version: string) => ({
  '@context': [
    'http://www.w3.org/ns/hydra/context.jsonld',
    { '@vocab': '/docs.jsonld#', hydra: 'http://www.w3.org/ns/hydra/core#' },
  ],
  '@id': '/docs.jsonld',
  '@type': 'ApiDocumentation',
  title: 'Content API',
  entrypoint: '/',
  supportedClass: types.map(supportedClass),
  info: { version: `1.0.0 (${version})` },
})

/** Returns the entry point, which names every collection, and the endpoints that change several resources. */
export const entrypointOf = (types: readonly TypeDefinition[]) => ({
  '@context': '/contexts/Entrypoint',
  '@id': '/',
  '@type': 'Entrypoint',
  ...Object.fromEntries(
    [
      ...types.map(({ type, endpoint }) => [lowerCaseFirst(type), endpoint] as const),
      ['pageCopy', pageCopiesEndpoint] as const,
      ['pageDataMetadata', metadataEndpoint] as const,
      ['bulkChange', bulkChangesEndpoint] as const,
      ['presence', presencesEndpoint] as const,
      ['publication', publicationsEndpoint] as const,
    ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
})

/**
 * Returns the metadata of all page data. The list includes the abstract base type of page data, which clients skip by
 * its name.
 */
export const metadataList = (types: readonly TypeDefinition[]) => {
  const member = [
    {
      '@id': `${metadataEndpoint}/${encodeURIComponent(className('AbstractPageData'))}`,
      '@type': 'PageDataMetadata',
      resourceClass: className('AbstractPageData'),
      properties: [],
    },
    ...types.filter(({ data }) => data).map(pageDataMetadataOf),
  ].map((metadata) => ({ ...metadata, _metadata: { persisted: false } }))
  return {
    '@context': metadataContext,
    '@id': metadataEndpoint,
    '@type': 'Collection',
    totalItems: member.length,
    member,
  }
}
