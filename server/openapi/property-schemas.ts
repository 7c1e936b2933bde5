/** Makes the JSON Schemas of single properties, in responses and in request bodies. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { rulesOf } from '../store/types/field-formats.ts'
import type { Property } from '../store/types/property.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { type JsonSchema, arrayOf, date, iri, refTo } from './json-schema.ts'

const isValibot = (schema: StandardSchemaV1): schema is StandardSchemaV1 & GenericSchema =>
  'vendor' in schema['~standard'] && schema['~standard'].vendor === 'valibot'

/**
 * Returns the JSON Schema of a value, without the rules that it cannot express; an empty one for the schema of another
 * library.
 */
const valueSchema = (schema: StandardSchemaV1): JsonSchema => {
  if (!isValibot(schema)) return {}
  const { $schema: _, ...described } = toJsonSchema(schema, { errorMode: 'ignore' })
  return described
}

/** Returns the schema of a stored value, in responses and bodies. A choice has an `enum` where its schema is a picklist. */
export const fieldSchema = ({
  schema,
  format,
}: Extract<Property, { type: 'value' }>): JsonSchema => ({
  ...valueSchema(schema),
  ...rulesOf(format).keywords,
})

const associatedResources: JsonSchema = {
  type: 'object',
  properties: {
    redirect: { type: 'string' },
    page: { type: 'string' },
    pageTitle: { type: ['string', 'null'] },
    pageData: { type: 'string' },
    pageDataType: { type: 'string' },
  },
  additionalProperties: false,
}

/** The schemas of properties that the API computes; those that a kind derives are in its definition. */
const computedSchemas: Record<string, JsonSchema> = {
  associatedResources: associatedResources,
  collection: refTo('EmbeddedCollection'),
  componentPositions: arrayOf(iri),
  draftResource: iri,
  emailAddressVerified: { type: 'boolean' },
  formView: refTo('FormView'),
  newEmailAddressChangeRequestedAt: date,
  publishedAt: date,
  publishedUntil: date,
  publishedResource: iri,
  redirectPath: { type: 'string' },
  routePath: { type: 'string' },
}

/**
 * Returns the schema of a property in responses, or null when it is never sent. Null values are left out of responses.
 */
export const responseSchema = (name: string, property: Property): JsonSchema | null => {
  switch (property.type) {
    case 'relation':
      return iri
    case 'relations':
      return arrayOf(iri)
    case 'inverseRelation':
      return property.single ? iri : arrayOf(iri)
    case 'sortOrder':
      return { type: 'integer', minimum: 0 }
    case 'computed':
      return property.schema ? valueSchema(property.schema) : (computedSchemas[name] ?? {})
    case 'value':
      return property.writeOnly ? null : fieldSchema(property)
    case 'file':
      // The serializer never sends it: its address, type and size are in `_metadata.mediaObjects`.
      return null
    case 'flag':
      return null
  }
}

/** True for properties that every response contains: lists, even empty ones, and the sort value. */
export const isAlwaysPresent = (property: Property) =>
  property.type === 'relations' ||
  property.type === 'sortOrder' ||
  (property.type === 'inverseRelation' && !property.single && !property.isLeftOutOfLists)

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** Returns the schema of a property in request bodies, or null when it cannot be written. Null removes a value. */
export const requestSchema = (property: Property): JsonSchema | null => {
  switch (property.type) {
    case 'relation':
      return nullable(iri)
    case 'relations':
      return nullable(arrayOf(iri))
    case 'inverseRelation':
      return property.single ? nullable(iri) : null
    case 'sortOrder':
      return nullable({ type: 'integer', minimum: 0, maximum: 1_000_000_000 })
    case 'flag':
      return { type: 'boolean' }
    case 'file':
      return nullable({
        type: 'string',
        description: 'A data URI, bare base64, or the IRI of a media object.',
      })
    case 'value':
      return nullable(fieldSchema(property))
    default:
      return null
  }
}

/** Returns the schemas of those properties of a type for which `schemaOf` returns one. */
export const propertySchemasOf = (
  { properties }: TypeDefinition,
  schemaOf: (name: string, property: Property) => JsonSchema | null,
): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const schema = schemaOf(name, property)
      return schema ? [[name, schema]] : []
    }),
  )
