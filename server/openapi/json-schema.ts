/** Defines the JSON Schemas that others are made of. */
export type JsonSchema = Record<string, unknown>

/** Returns a reference to a schema of the document by its name. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
export const iri: JsonSchema = { type: 'string', format: 'iri-reference' }
export const date: JsonSchema = { type: 'string', format: 'date-time' }
/** Returns the schema of a list whose items match a schema. */
export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const text: JsonSchema = { type: 'string' }
export const boolean: JsonSchema = { type: 'boolean' }
export const count: JsonSchema = { type: 'integer', minimum: 0 }

/** Returns the schema of an object with exactly these properties. */
export const exactObject = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

/** Returns the schema of a value that may be null. */
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
