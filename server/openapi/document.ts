/** The API as OpenAPI 3.1 describes it, read off the shapes of its resources (api, section 10.8). */
import { apiBase } from '../routes/http.ts'
import type { Shape } from '../store/shapes.ts'
import { fixedPaths } from './fixed-paths.ts'
import { type JsonSchema, listOf, refTo } from './properties.ts'
import { resourcePaths } from './resource-paths.ts'
import { bodySchema, commonSchemas, resourceSchema } from './schemas.ts'

/** The same with one property of its own, or without some that have to be there. */
const variantOf = (
  schema: JsonSchema,
  properties: Record<string, JsonSchema>,
  isRequired: (name: string) => boolean = () => true,
): JsonSchema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...properties },
  required: (schema['required'] as string[]).filter(isRequired),
})

const variants = (shapes: readonly Shape[]) => {
  const of = (type: string) => resourceSchema(shapes.find((shape) => shape.type === type)!)
  return {
    RouteWithRedirects: variantOf(of('Route'), {
      redirectedFrom: listOf(refTo('RedirectingRoute')),
    }),
    // It is not stored, and has no dates.
    PasswordResetForm: variantOf(of('Form'), {}, (name) => !/^(createdAt|modifiedAt)$/.test(name)),
  }
}

export const openApiOf = (shapes: readonly Shape[], version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Content API', version },
  servers: [{ url: apiBase }],
  paths: { ...fixedPaths, ...Object.assign({}, ...shapes.map(resourcePaths)) },
  components: {
    schemas: {
      ...commonSchemas,
      ...variants(shapes),
      ...Object.fromEntries(
        shapes.flatMap((shape) => [
          [shape.type, resourceSchema(shape)],
          [`${shape.type}Body`, bodySchema(shape)],
        ]),
      ),
    },
  },
})
