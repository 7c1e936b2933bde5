/** Describes the endpoints of the resource types: the common operations, and those that only some types have. */
import { filtersOf } from '../store/read/lists/list-envelope.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import { type TypeDefinition, isShared } from '../store/types/type-definition.ts'
import {
  jsonResponse,
  accountParameter,
  idempotencyKeyParameter,
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
import { boolean, refTo } from './json-schema.ts'
import { listSchema } from './common-schemas.ts'

const publishedParameter = ({ isPublishable }: TypeDefinition) =>
  isPublishable ? [queryParameter('published', boolean)] : []
const validatePublishedParameter = ({ isPublishable }: TypeDefinition) =>
  isPublishable ? [queryParameter('validate_published', boolean)] : []
const id = pathParameter('id')
/** The path of a route in the path of a request, with its leading slash: `/about` is at `/_/routes//about`. */
const routeId = pathParameter('id', 'The path of the route, which begins with a slash.')

const createOperation = (definition: TypeDefinition) => ({
  operationId: `create${definition.type}`,
  tags: [definition.type],
  parameters: [
    ...validatePublishedParameter(definition),
    idempotencyKeyParameter,
    accountParameter,
  ],
  requestBody: requestBodyOf(refTo(`${definition.type}Body`), ldJson),
  responses: {
    201: jsonResponse('Created.', refTo(definition.type)),
    ...errorResponses(400, 401, 403, 413, 415, 422),
  },
})

const listOperations = (definition: TypeDefinition) => ({
  get: {
    operationId: `list${definition.type}`,
    tags: [definition.type],
    parameters: [
      queryParameter('page', { type: 'integer', minimum: 1 }),
      queryParameter('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
      queryParameter('partial', boolean),
      ...(definition.type === 'Route' ? [queryParameter('pagination', boolean)] : []),
      ...filtersOf(definition).map(({ variable }) => queryParameter(variable)),
      ...publishedParameter(definition),
    ],
    responses: {
      200: jsonResponse('One page of the list.', listSchema(refTo(definition.type))),
      ...errorResponses(400, ...(definition.type === 'User' ? [401, 403] : [])),
    },
  },
  post: createOperation(definition),
})

const writeOperation = (definition: TypeDefinition, verb: string, type: string) => ({
  operationId: `${verb}${definition.type}`,
  tags: [definition.type],
  parameters: [
    ...publishedParameter(definition),
    ...validatePublishedParameter(definition),
    headerParameter('If-Match'),
    accountParameter,
  ],
  requestBody: requestBodyOf(refTo(`${definition.type}Body`), type),
  responses: {
    200: jsonResponse('Updated.', refTo(definition.type)),
    ...errorResponses(400, 401, 403, 404, 413, 415, 422),
    ...preconditionFailedResponse(definition.type),
  },
})

const deleteOperation = (definition: TypeDefinition) => ({
  operationId: `delete${definition.type}`,
  tags: [definition.type],
  parameters: [...publishedParameter(definition), headerParameter('If-Match'), accountParameter],
  responses: {
    204: emptyResponse('Deleted.'),
    ...errorResponses(401, 403, 404),
    ...preconditionFailedResponse(definition.type),
  },
})

const itemOperations = (definition: TypeDefinition) => ({
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
  patch: writeOperation(definition, 'update', mergePatch),
  ...(definition.isReplaceable && { put: writeOperation(definition, 'replace', ldJson) }),
  delete: deleteOperation(definition),
})

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

const pageCountPath = ({ type }: TypeDefinition) => ({
  parameters: [id],
  get: {
    operationId: `totalPagesOf${type}`,
    tags: [type],
    responses: {
      200: jsonResponse(
        'The number of pages that show it: static pages, and of templates the page data that use them.',
        refTo('PageCount'),
      ),
      ...errorResponses(401, 403, 404),
    },
  },
})

const generateRoutePath = (type: string) => ({
  post: {
    operationId: 'generateRoute',
    tags: [type],
    requestBody: requestBodyOf(refTo('RouteTarget'), ldJson),
    responses: {
      201: jsonResponse('A route made from the title.', refTo(type)),
      ...errorResponses(400, 401, 403, 415, 422),
    },
  },
})

const redirectsPath = (type: string) => ({
  parameters: [routeId],
  get: {
    operationId: 'redirectsOfRoute',
    tags: [type],
    responses: {
      200: jsonResponse('The route with all redirects to it.', refTo('RouteWithRedirects')),
      ...errorResponses(401, 403, 404),
    },
  },
})

const childrenPath = (type: string) => ({
  parameters: [routeId],
  get: {
    operationId: 'childrenOfRoute',
    tags: [type],
    responses: {
      200: jsonResponse('The routes of the child pages.', refTo('ChildRoutes')),
      ...errorResponses(401, 403),
    },
  },
})

/** Describes the endpoints that only routes have. */
const routePaths = ({ type, endpoint }: TypeDefinition): OpenApiPaths => ({
  [`${endpoint}/generate`]: generateRoutePath(type),
  [`${endpoint}/{id}/redirects`]: redirectsPath(type),
  [`${endpoint}/{id}/children`]: childrenPath(type),
})

/** Returns the descriptions of a type's endpoints, except those for files. */
export const resourcePaths = (definition: TypeDefinition): OpenApiPaths => ({
  [definition.endpoint]: listOperations(definition),
  [`${definition.endpoint}/{id}`]: itemOperations(definition),
  ...(definition.category === 'COMPONENT' && {
    [`${definition.endpoint}/{id}/usage`]: usagePath(definition),
  }),
  ...(isShared(definition) && {
    [`${definition.endpoint}/{id}/page_count`]: pageCountPath(definition),
  }),
  ...(definition.type === 'Route' && routePaths(definition)),
})
