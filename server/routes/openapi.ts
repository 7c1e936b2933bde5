/** The same endpoints as OpenAPI 3.1 describes them, read off the shapes (api, section 10.8). */
import { filtersOf } from '../store/collection.ts'
import type { Property } from '../store/property.ts'
import type { Shape } from '../store/shapes.ts'
import { apiBase, mergePatch } from './http.ts'

type Part = Record<string, unknown>

const ldJson = 'application/ld+json'
const refTo = (schema: string) => ({ $ref: `#/components/schemas/${schema}` })
const iri = { type: 'string', format: 'iri-reference' }
const content = (type: string, schema: Part) => ({ [type]: { schema } })

const problems: Record<number, string> = {
  400: 'The request cannot be understood.',
  401: 'Nobody is signed in.',
  403: 'Whoever is signed in may not do this.',
  404: 'There is nothing here.',
  412: 'Somebody else has changed it in the meantime.',
  422: 'What was sent breaks a rule.',
}
const refusals = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: problems[status],
        content: content(
          status === 401 ? 'application/json' : 'application/problem+json',
          refTo('Problem'),
        ),
      },
    ]),
  )

const schemaOf = (property: Property): Part => {
  switch (property.is) {
    case 'one':
      return iri
    case 'many':
      return { type: 'array', items: iri }
    case 'inverse':
      return property.single ? iri : { readOnly: true, type: 'array', items: iri }
    case 'place':
      return { type: 'integer', minimum: 0 }
    case 'wish':
      return { type: 'boolean', writeOnly: true }
    case 'file':
      return { type: 'string', writeOnly: true, description: 'A data URI, or bare base64.' }
    case 'computed':
      return { readOnly: true }
    case 'value':
      if (property.writeOnly) return { type: 'string', writeOnly: true }
      return property.html ? { type: 'string', contentMediaType: 'text/html' } : {}
  }
}

const resourceSchema = (shape: Shape) => ({
  type: 'object',
  ...(shape.kind && { description: shape.kind.description }),
  properties: {
    '@id': { ...iri, readOnly: true },
    '@type': { const: shape.type, readOnly: true },
    ...Object.fromEntries(
      Object.entries(shape.properties).map(([name, property]) => [name, schemaOf(property)]),
    ),
    ...(shape.isPublishable && {
      publishedAt: { type: ['string', 'null'], format: 'date-time' },
    }),
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
    modifiedAt: { type: 'string', format: 'date-time', readOnly: true },
    _metadata: { type: 'object', readOnly: true },
  },
  required: Object.entries(shape.properties).flatMap(([name, property]) =>
    'required' in property && property.required ? [name] : [],
  ),
})

const listSchema = ({ type }: Shape) => ({
  type: 'object',
  properties: {
    totalItems: { type: 'integer', minimum: 0 },
    member: { type: 'array', items: refTo(type) },
    view: { type: 'object' },
    search: { type: 'object' },
  },
  required: ['totalItems', 'member'],
})

const inQuery = (name: string, schema: Part = { type: 'string' }) => ({ name, in: 'query', schema })
const publishing = ({ isPublishable }: Shape) =>
  isPublishable ? [inQuery('published', { type: 'boolean' })] : []
const validating = ({ isPublishable }: Shape) =>
  isPublishable ? [inQuery('validate_published', { type: 'boolean' })] : []
const ifMatch = { name: 'If-Match', in: 'header', schema: { type: 'string' } }

const one = (shape: Shape, description: string) => ({
  description,
  content: content(ldJson, refTo(shape.type)),
})
const sent = (shape: Shape, type: string) => ({
  required: true,
  content: content(type, refTo(shape.type)),
})

const listOperations = (shape: Shape) => ({
  get: {
    operationId: `list${shape.type}`,
    tags: [shape.type],
    parameters: [
      inQuery('page', { type: 'integer', minimum: 1 }),
      inQuery('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
      ...filtersOf(shape).map(({ variable }) => inQuery(variable)),
      ...publishing(shape),
    ],
    responses: {
      200: { description: 'One part of the list.', content: content(ldJson, listSchema(shape)) },
      ...refusals(400),
    },
  },
  post: {
    operationId: `create${shape.type}`,
    tags: [shape.type],
    parameters: validating(shape),
    requestBody: sent(shape, ldJson),
    responses: { 201: one(shape, 'It was made.'), ...refusals(400, 401, 403, 422) },
  },
})

const itemOperations = (shape: Shape) => {
  const write = (verb: string, type: string) => ({
    operationId: `${verb}${shape.type}`,
    tags: [shape.type],
    parameters: [...publishing(shape), ...validating(shape), ifMatch],
    requestBody: sent(shape, type),
    responses: { 200: one(shape, 'It was changed.'), ...refusals(400, 401, 403, 404, 412, 422) },
  })
  return {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: {
      operationId: `read${shape.type}`,
      tags: [shape.type],
      parameters: [
        ...publishing(shape),
        ...(shape.category === 'COMPONENT_POSITION'
          ? [{ name: 'path', in: 'header', schema: { type: 'string' } }]
          : []),
      ],
      responses: { 200: one(shape, 'It is here.'), ...refusals(401, 403, 404) },
    },
    patch: write('update', mergePatch),
    ...(shape.hasPut && { put: write('replace', ldJson) }),
    delete: {
      operationId: `delete${shape.type}`,
      tags: [shape.type],
      parameters: [...publishing(shape), ifMatch],
      responses: { 204: { description: 'It is gone.' }, ...refusals(401, 403, 404, 412) },
    },
  }
}

const problemSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    detail: { type: 'string' },
    violations: {
      type: 'array',
      items: {
        type: 'object',
        properties: { propertyPath: { type: 'string' }, message: { type: 'string' } },
        required: ['propertyPath', 'message'],
      },
    },
  },
}

export const openApiOf = (shapes: readonly Shape[], version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Content API', version },
  servers: [{ url: apiBase }],
  paths: Object.fromEntries(
    shapes.flatMap((shape) => [
      [shape.endpoint, listOperations(shape)],
      [`${shape.endpoint}/{id}`, itemOperations(shape)],
    ]),
  ),
  components: {
    schemas: {
      Problem: problemSchema,
      ...Object.fromEntries(shapes.map((shape) => [shape.type, resourceSchema(shape)])),
    },
  },
})
