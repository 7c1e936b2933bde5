/**
 * Builds the OpenAPI 3.1 document from the endpoint groups and the resource types. Not hono-openapi, which describes
 * one route after another: most of this document follows from the resource types, whose rules the store applies.
 */
import { apiBase } from '#content/navigation/api-base.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import { commonErrorResponses } from './operations.ts'
import { type JsonSchema, arrayOf, refTo } from './json-schema.ts'
import { commonSchemas } from './common-schemas.ts'
import { bodySchema, resourceSchema } from './resource-schemas.ts'

/** Returns a schema with other properties, or without some required ones. */
const extendSchema = (
  schema: JsonSchema,
  properties: Record<string, JsonSchema>,
  isRequired: (name: string) => boolean = () => true,
): JsonSchema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...properties },
  required: (schema['required'] as string[]).filter(isRequired),
})

const variantSchemas = (types: readonly TypeDefinition[]) => {
  const of = (type: string) => resourceSchema(types.find((definition) => definition.type === type)!)
  return {
    RouteWithRedirects: extendSchema(of('Route'), {
      redirectedFrom: arrayOf(refTo('RedirectingRoute')),
    }),
    // It is not stored and has no dates.
    PasswordResetForm: extendSchema(
      of('Form'),
      {},
      (name) => !/^(createdAt|modifiedAt)$/.test(name),
    ),
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

const withCommonErrors = (method: string, operation: unknown) => {
  if (!methods.includes(method)) return operation
  const { responses, ...rest } = operation as { responses: Record<string, unknown> }
  return { ...rest, responses: { ...commonErrorResponses(method), ...responses } }
}

/** Adds the errors that all operations share. */
const addCommonErrors = (paths: OpenApiPaths): OpenApiPaths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([name, part]) => [name, withCommonErrors(name, part)]),
      ),
    ]),
  )

interface DocumentOptions {
  types: readonly TypeDefinition[]
  version: string
  /** The paths of all endpoint groups. */
  paths: OpenApiPaths
}

/** Returns the OpenAPI document of all endpoints. */
export const buildOpenApiDocument = ({ types, version, paths }: DocumentOptions) => ({
  openapi: '3.1.0',
  info: { title: 'Content API', version },
  servers: [{ url: apiBase }],
  paths: addCommonErrors(paths),
  components: {
    schemas: {
      ...commonSchemas,
      ...variantSchemas(types),
      ...Object.fromEntries(
        types.flatMap((definition) => [
          [definition.type, resourceSchema(definition)],
          [`${definition.type}Body`, bodySchema(definition)],
        ]),
      ),
    },
  },
})
