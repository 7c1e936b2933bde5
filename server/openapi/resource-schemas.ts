/** Makes the schemas of the resource types, in responses and in request bodies. */
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { type JsonSchema, arrayOf, date, exactObject, iri, refTo, text } from './json-schema.ts'
import {
  isAlwaysPresent,
  propertySchemasOf,
  requestSchema,
  responseSchema,
} from './property-schemas.ts'

/** Returns the properties of every resource; `@context` is absent in lists. */
export const identity = (type: string) => ({
  '@context': text,
  '@id': iri,
  '@type': { const: type },
  _metadata: refTo('Metadata'),
})

/** Returns the schema of a resource in responses. */
export const resourceSchema = (definition: TypeDefinition): JsonSchema => ({
  ...exactObject(
    {
      ...identity(definition.type),
      ...(propertySchemasOf(definition, responseSchema) as Record<string, JsonSchema>),
      createdAt: date,
      modifiedAt: date,
    },
    [
      ...['@id', '@type', '_metadata', 'createdAt', 'modifiedAt'],
      ...Object.entries(definition.properties).flatMap(([name, one]) =>
        isAlwaysPresent(one) ? [name] : [],
      ),
    ],
  ),
  ...(definition.kind && { description: definition.kind.description }),
})

const newPositions = arrayOf({
  anyOf: [
    iri,
    {
      type: 'object',
      properties: { componentGroup: iri, sortValue: { type: ['integer', 'null'] } },
      required: ['componentGroup'],
    },
  ],
})

/** Returns the schema of a request body: the properties that it may contain; others are ignored. */
export const bodySchema = (definition: TypeDefinition): JsonSchema => ({
  type: 'object',
  properties: {
    ...propertySchemasOf(definition, (_name, property) => requestSchema(property)),
    ...(definition.isPublishable && {
      publishedAt: { type: ['string', 'null'], format: 'date-time' },
      publishedUntil: { type: ['string', 'null'], format: 'date-time' },
      publishedResource: {
        ...iri,
        description: 'Its own IRI, for a draft beside what is no longer published.',
      },
    }),
    ...(definition.category === 'COMPONENT' && { componentPositions: newPositions }),
  },
})
