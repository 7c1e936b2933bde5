/** The endpoints that every type of resource has, and those that some have beyond them. */
import { filesOf } from '../media/media.ts'
import { filtersOf } from '../store/collection.ts'
import type { Shape } from '../store/shapes.ts'
import {
  answers,
  inHeader,
  inPath,
  inQuery,
  ldJson,
  mergePatch,
  nothing,
  refusals,
  sends,
} from './operations.ts'
import { refTo } from './properties.ts'
import { listSchema } from './schemas.ts'

type Paths = Record<string, Record<string, unknown>>

const truth = { type: 'boolean' }
const publishing = ({ isPublishable }: Shape) =>
  isPublishable ? [inQuery('published', truth)] : []
const validating = ({ isPublishable }: Shape) =>
  isPublishable ? [inQuery('validate_published', truth)] : []
const id = inPath('id')
/** With its slash: `/about` is at `/_/routes//about`. */
const routeId = inPath('id', 'The path of the route, which begins with a slash.')

const listOperations = (shape: Shape) => ({
  get: {
    operationId: `list${shape.type}`,
    tags: [shape.type],
    parameters: [
      inQuery('page', { type: 'integer', minimum: 1 }),
      inQuery('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
      ...(shape.type === 'Route' ? [inQuery('pagination', truth)] : []),
      ...filtersOf(shape).map(({ variable }) => inQuery(variable)),
      ...publishing(shape),
    ],
    responses: {
      200: answers('One part of the list.', listSchema(refTo(shape.type))),
      ...refusals(400, ...(shape.type === 'User' ? [401, 403] : [])),
    },
  },
  post: {
    operationId: `create${shape.type}`,
    tags: [shape.type],
    parameters: validating(shape),
    requestBody: sends(refTo(`${shape.type}Body`), ldJson),
    responses: {
      201: answers('It was made.', refTo(shape.type)),
      ...refusals(400, 401, 403, 413, 415, 422),
    },
  },
})

const itemOperations = (shape: Shape) => {
  const write = (verb: string, type: string) => ({
    operationId: `${verb}${shape.type}`,
    tags: [shape.type],
    parameters: [...publishing(shape), ...validating(shape), inHeader('If-Match')],
    requestBody: sends(refTo(`${shape.type}Body`), type),
    responses: {
      200: answers('It was changed.', refTo(shape.type)),
      ...refusals(400, 401, 403, 404, 412, 413, 415, 422),
    },
  })
  return {
    parameters: [shape.type === 'Route' ? routeId : id],
    get: {
      operationId: `read${shape.type}`,
      tags: [shape.type],
      parameters: [
        ...publishing(shape),
        ...(shape.category === 'COMPONENT_POSITION' ? [inHeader('path')] : []),
      ],
      responses: { 200: answers('It is here.', refTo(shape.type)), ...refusals(401, 403, 404) },
    },
    patch: write('update', mergePatch),
    ...(shape.hasPut && { put: write('replace', ldJson) }),
    delete: {
      operationId: `delete${shape.type}`,
      tags: [shape.type],
      parameters: [...publishing(shape), inHeader('If-Match')],
      responses: { 204: nothing('It is gone.'), ...refusals(401, 403, 404, 412) },
    },
  }
}

const usage = ({ type }: Shape) => ({
  parameters: [id],
  get: {
    operationId: `usageOf${type}`,
    tags: [type],
    responses: {
      200: answers('How often it is shown; a draft counts as its live row.', refTo('Usage')),
      ...refusals(401, 403, 404),
    },
  },
})

const uploadTo = (shape: Shape, verb: string) => ({
  operationId: `${verb}${shape.type}File`,
  tags: [shape.type],
  requestBody: sends(
    {
      type: 'object',
      properties: Object.fromEntries(
        filesOf(shape).map((name) => [name, { type: 'string', format: 'binary' }]),
      ),
    },
    'multipart/form-data',
  ),
  responses: {
    201: answers('It was kept.', refTo(shape.type)),
    ...refusals(400, 401, 403, 404, 413, 415, 422),
  },
})

const downloadOf = ({ type }: Shape, more: readonly unknown[] = []) => ({
  parameters: [id, inPath('property'), ...more],
  get: {
    operationId: `download${type}${more.length ? 'ByName' : ''}`,
    tags: [type],
    parameters: [inQuery('download', truth), inQuery('published', truth)],
    responses: {
      200: { description: 'The file.', content: { '*/*': {} } },
      304: nothing('It is what it was.'),
      ...refusals(401, 403, 404),
    },
  },
})

const filePaths = (shape: Shape): Paths => {
  if (!filesOf(shape).length) return {}
  const { endpoint } = shape
  const download = `${endpoint}/{id}/download/{property}`
  return {
    [`${endpoint}/upload`]: { post: uploadTo(shape, 'upload') },
    [`${endpoint}/{id}/upload`]: { parameters: [id], post: uploadTo(shape, 'replace') },
    [download]: downloadOf(shape),
    [`${download}/{name}`]: downloadOf(shape, [inPath('name')]),
  }
}

const routePaths = ({ type, endpoint }: Shape): Paths => ({
  [`${endpoint}/generate`]: {
    post: {
      operationId: 'generateRoute',
      tags: [type],
      requestBody: sends(refTo('RouteTarget'), ldJson),
      responses: {
        201: answers('A route by the title.', refTo(type)),
        ...refusals(400, 401, 403, 415, 422),
      },
    },
  },
  [`${endpoint}/{id}/redirects`]: {
    parameters: [routeId],
    get: {
      operationId: 'redirectsOfRoute',
      tags: [type],
      responses: {
        200: answers('With all that leads to it.', refTo('RouteWithRedirects')),
        ...refusals(401, 403, 404),
      },
    },
  },
  [`${endpoint}/{id}/children`]: {
    parameters: [routeId],
    get: {
      operationId: 'childrenOfRoute',
      tags: [type],
      responses: {
        200: answers('The routes of the pages below.', refTo('ChildRoutes')),
        ...refusals(401, 403),
      },
    },
  },
})

export const resourcePaths = (shape: Shape): Paths => ({
  [shape.endpoint]: listOperations(shape),
  [`${shape.endpoint}/{id}`]: itemOperations(shape),
  ...(shape.category === 'COMPONENT' && { [`${shape.endpoint}/{id}/usage`]: usage(shape) }),
  ...filePaths(shape),
  ...(shape.type === 'Route' && routePaths(shape)),
})
