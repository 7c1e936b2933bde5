/** Builds parts of operations: parameters, request bodies and responses. */
import { ldJson, mergePatch } from '../http/endpoint-helpers.ts'
import { type JsonSchema, refTo } from './json-schema.ts'

export { ldJson, mergePatch }

/** Returns the `content` of a body with one media type, such as `application/ld+json`. */
export const content = (type: string, schema: JsonSchema) => ({ [type]: { schema } })
/** Returns a response with a JSON body; `type` is its media type. */
export const jsonResponse = (description: string, schema: JsonSchema, type = ldJson) => ({
  description,
  content: content(type, schema),
})
/** Returns a required request body of one media type. */
export const requestBodyOf = (schema: JsonSchema, type: string) => ({
  required: true,
  content: content(type, schema),
})
/** Returns the description of a response without a body. */
export const emptyResponse = (description: string) => ({ description })

const problemJson = 'application/problem+json'
const errorDescriptions: Record<number, string> = {
  400: 'The request cannot be understood.',
  401: 'Sign in first.',
  403: 'The signed-in user may not do this.',
  404: 'Not found.',
  406: 'The client accepts no JSON-LD, the only format of this response.',
  409: 'Something that comes before this is missing.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The values are invalid.',
  429: 'Too many attempts.',
  503: 'The database cannot be reached, or too much is waiting for it. Retry after the seconds in `Retry-After`.',
  507: 'The server has no space left. Nothing was changed.',
}

const errorResponse = (status: number) => {
  const description = errorDescriptions[status]!
  if (status === 401) return jsonResponse(description, refTo('Unauthorized'), 'application/json')
  const schema =
    status === 422 ? { anyOf: [refTo('ConstraintViolation'), refTo('Error')] } : refTo('Error')
  return jsonResponse(description, schema, problemJson)
}

/** Returns the responses of these statuses, by status. Each status needs a description in `errorDescriptions`. */
export const errorResponses = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorResponse(status)]))

/** Returns the description of the 412 of a conditional write, with the current version. */
export const preconditionFailedResponse = (schema: string) => ({
  412: jsonResponse(
    'The resource has changed in the meantime: the current version.',
    refTo(schema),
  ),
})

/** Returns the errors that any operation with an HTTP method may have. */
export const commonErrorResponses = (method: string) =>
  errorResponses(400, 503, ...(method === 'get' ? [406] : [507]))

/** Returns a required text parameter in the path. */
export const pathParameter = (name: string, description?: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...(description && { description }),
})
/** Returns an optional query parameter, a text unless a schema is given. */
export const queryParameter = (name: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'query',
  schema,
})
/** Returns an optional request header, a text. */
export const headerParameter = (name: string) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
})

/** The header that names the account which a change is made for. */
export const accountParameter = {
  ...headerParameter('Account'),
  description:
    'The IRI of the user who makes the change. When another user is signed in, nothing is changed: 401.',
}

export const idempotencyKeyParameter = {
  ...headerParameter('Idempotency-Key'),
  description:
    'A UUID of version 7: the id of the new resource. When there is one with it, nothing is created, and the response has that one.',
}

/** Returns the operations of an endpoint that is only read. */
export const readOperation = (
  operationId: string,
  description: string,
  schema: string,
  ...refused: number[]
) => ({
  get: {
    operationId,
    responses: { 200: jsonResponse(description, refTo(schema)), ...errorResponses(...refused) },
  },
})
