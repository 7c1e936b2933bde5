/** Paths of the resource types: the common operations, and those that only some types have. */
import { filePropertiesOf } from '../media/file-properties.ts'
import { filtersOf } from '../store/read/lists/list-envelope.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import {
  content,
  jsonResponse,
  headerParameter,
  pathParameter,
  queryParameter,
  ldJson,
  mergePatch,
  emptyResponse,
  errorResponses,
  preconditionFailedResponse,
  requestBodyOf,
} from './operations.ts'
import { refTo } from './property-schemas.ts'
import { listSchema } from './component-schemas.ts'

const booleanSchema = { type: 'boolean' }
const publishedParameter = ({ isPublishable }: TypeDefinition) =>
  isPublishable ? [queryParameter('published', booleanSchema)] : []
const validatePublishedParameter = ({ isPublishable }: TypeDefinition) =>
  isPublishable ? [queryParameter('validate_published', booleanSchema)] : []
const id = pathParameter('id')
/** Contains its leading slash: `/about` is at `/_/routes//about`. */
const routeId = pathParameter('id', 'The path of the route, which begins with a slash.')

const listOperations = (definition: TypeDefinition) => ({
  get: {
    operationId: `list${definition.type}`,
    tags: [definition.type],
    parameters: [
      queryParameter('page', { type: 'integer', minimum: 1 }),
      queryParameter('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
      ...(definition.type === 'Route' ? [queryParameter('pagination', booleanSchema)] : []),
      ...filtersOf(definition).map(({ variable }) => queryParameter(variable)),
      ...publishedParameter(definition),
    ],
    responses: {
      200: jsonResponse('One page of the list.', listSchema(refTo(definition.type))),
      ...errorResponses(400, ...(definition.type === 'User' ? [401, 403] : [])),
    },
  },
  post: {
    operationId: `create${definition.type}`,
    tags: [definition.type],
    parameters: validatePublishedParameter(definition),
    requestBody: requestBodyOf(refTo(`${definition.type}Body`), ldJson),
    responses: {
      201: jsonResponse('Created.', refTo(definition.type)),
      ...errorResponses(400, 401, 403, 413, 415, 422),
    },
  },
})

const itemOperations = (definition: TypeDefinition) => {
  const write = (verb: string, type: string) => ({
    operationId: `${verb}${definition.type}`,
    tags: [definition.type],
    parameters: [
      ...publishedParameter(definition),
      ...validatePublishedParameter(definition),
      headerParameter('If-Match'),
    ],
    requestBody: requestBodyOf(refTo(`${definition.type}Body`), type),
    responses: {
      200: jsonResponse('Updated.', refTo(definition.type)),
      ...errorResponses(400, 401, 403, 404, 413, 415, 422),
      ...preconditionFailedResponse(definition.type),
    },
  })
  return {
    parameters: [definition.type === 'Route' ? routeId : id],
    get: {
      operationId: `read${definition.type}`,
      tags: [definition.type],
      parameters: [
        ...publishedParameter(definition),
        ...(definition.category === 'COMPONENT_POSITION' ? [headerParameter('path')] : []),
      ],
      responses: {
        200: jsonResponse('The resource.', refTo(definition.type)),
        ...errorResponses(401, 403, 404),
      },
    },
    patch: write('update', mergePatch),
    ...(definition.isReplaceable && { put: write('replace', ldJson) }),
    delete: {
      operationId: `delete${definition.type}`,
      tags: [definition.type],
      parameters: [...publishedParameter(definition), headerParameter('If-Match')],
      responses: {
        204: emptyResponse('Deleted.'),
        ...errorResponses(401, 403, 404),
        ...preconditionFailedResponse(definition.type),
      },
    },
  }
}

const usagePath = ({ type }: TypeDefinition) => ({
  parameters: [id],
  get: {
    operationId: `usageOf${type}`,
    tags: [type],
    responses: {
      200: jsonResponse(
        'How often the component is used; a draft counts as its live version.',
        refTo('Usage'),
      ),
      ...errorResponses(401, 403, 404),
    },
  },
})

const uploadOperation = (definition: TypeDefinition, verb: string) => ({
  operationId: `${verb}${definition.type}File`,
  tags: [definition.type],
  requestBody: requestBodyOf(
    {
      type: 'object',
      properties: Object.fromEntries(
        filePropertiesOf(definition).map((name) => [name, { type: 'string', format: 'binary' }]),
      ),
    },
    'multipart/form-data',
  ),
  responses: {
    201: jsonResponse('Stored.', refTo(definition.type)),
    ...errorResponses(400, 401, 403, 404, 413, 415, 422),
  },
})

const downloadPath = ({ type }: TypeDefinition, more: readonly unknown[] = []) => ({
  parameters: [id, pathParameter('property'), ...more],
  get: {
    operationId: `download${type}${more.length ? 'ByName' : ''}`,
    tags: [type],
    parameters: [
      queryParameter('download', booleanSchema),
      queryParameter('published', booleanSchema),
    ],
    responses: {
      200: {
        description: 'The file.',
        content: content('*/*', { type: 'string', format: 'binary' }),
      },
      304: emptyResponse('Not modified.'),
      ...errorResponses(401, 403, 404),
    },
  },
})

/** Describes uploads and downloads of a type that has files. */
export const filePaths = (definition: TypeDefinition): OpenApiPaths => {
  const { endpoint } = definition
  const download = `${endpoint}/{id}/download/{property}`
  return {
    [`${endpoint}/upload`]: { post: uploadOperation(definition, 'upload') },
    [`${endpoint}/{id}/upload`]: { parameters: [id], post: uploadOperation(definition, 'replace') },
    [download]: downloadPath(definition),
    [`${download}/{name}`]: downloadPath(definition, [pathParameter('name')]),
  }
}

const routePaths = ({ type, endpoint }: TypeDefinition): OpenApiPaths => ({
  [`${endpoint}/generate`]: {
    post: {
      operationId: 'generateRoute',
      tags: [type],
      requestBody: requestBodyOf(refTo('RouteTarget'), ldJson),
      responses: {
        201: jsonResponse('A route made from the title.', refTo(type)),
        ...errorResponses(400, 401, 403, 415, 422),
      },
    },
  },
  [`${endpoint}/{id}/redirects`]: {
    parameters: [routeId],
    get: {
      operationId: 'redirectsOfRoute',
      tags: [type],
      responses: {
        200: jsonResponse('The route with all redirects to it.', refTo('RouteWithRedirects')),
        ...errorResponses(401, 403, 404),
      },
    },
  },
  [`${endpoint}/{id}/children`]: {
    parameters: [routeId],
    get: {
      operationId: 'childrenOfRoute',
      tags: [type],
      responses: {
        200: jsonResponse('The routes of the child pages.', refTo('ChildRoutes')),
        ...errorResponses(401, 403),
      },
    },
  },
})

/** Returns the descriptions of a type's endpoints. */
export const resourcePaths = (definition: TypeDefinition): OpenApiPaths => ({
  [definition.endpoint]: listOperations(definition),
  [`${definition.endpoint}/{id}`]: itemOperations(definition),
  ...(definition.category === 'COMPONENT' && {
    [`${definition.endpoint}/{id}/usage`]: usagePath(definition),
  }),
  ...(definition.type === 'Route' && routePaths(definition)),
})
