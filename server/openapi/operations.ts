/** The parts that operations are described with: parameters, bodies, answers and refusals. */
import { mergePatch } from '../http/content-endpoint.ts'
import { type JsonSchema, refTo } from './property-schemas.ts'

export const ldJson = 'application/ld+json'
export { mergePatch }

export const content = (type: string, schema: JsonSchema) => ({ [type]: { schema } })
export const jsonResponse = (description: string, schema: JsonSchema, type = ldJson) => ({
  description,
  content: content(type, schema),
})
export const requestBodyOf = (schema: JsonSchema, type: string) => ({
  required: true,
  content: content(type, schema),
})
/** An answer without a body. */
export const emptyResponse = (description: string) => ({ description })

const problemJson = 'application/problem+json'
const about: Record<number, string> = {
  400: 'The request cannot be understood.',
  401: 'Nobody is signed in.',
  403: 'Whoever is signed in may not do this.',
  404: 'There is nothing here.',
  412: 'Somebody else has changed it in the meantime: the current version.',
  413: 'This is too much.',
  415: 'This is the wrong content type.',
  422: 'What was sent breaks a rule.',
  429: 'These are too many attempts.',
  503: 'This cannot be done now.',
}

const refusal = (status: number) => {
  const description = about[status]!
  if (status === 401) return jsonResponse(description, refTo('Unauthorized'), 'application/json')
  if (status === 412) return jsonResponse(description, { type: 'object' })
  const schema =
    status === 422 ? { anyOf: [refTo('ConstraintViolation'), refTo('Error')] } : refTo('Error')
  return jsonResponse(description, schema, problemJson)
}

export const errorResponses = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, refusal(status)]))

export const pathParameter = (name: string, description?: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...(description && { description }),
})
export const queryParameter = (name: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'query',
  schema,
})
export const headerParameter = (name: string) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
})
