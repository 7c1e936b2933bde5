/** Describes the endpoints of the media library. */
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { listSchema } from './common-schemas.ts'
import { arrayOf, boolean, count, exactObject, refTo, text } from './json-schema.ts'
import {
  accountParameter,
  content,
  emptyResponse,
  errorResponses,
  headerParameter,
  jsonResponse,
  ldJson,
  mergePatch,
  pathParameter,
  preconditionFailedResponse,
  queryParameter,
  requestBodyOf,
} from './operations.ts'

const tags = ['MediaObject']
const id = pathParameter('id')
const ifMatch = headerParameter('If-Match')
const mediaObject = refTo('MediaObject')
const mediaObjectBody = refTo('MediaObjectBody')

const upload = {
  required: true,
  content: {
    ...content('multipart/form-data', {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    }),
    ...content(ldJson, mediaObjectBody),
  },
}

const listOperations = (filters: readonly { variable: string }[]) => ({
  get: {
    operationId: 'listMediaObject',
    tags,
    parameters: [
      queryParameter('page', { type: 'integer', minimum: 1 }),
      queryParameter('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
      queryParameter('partial', boolean),
      ...filters.map(({ variable }) =>
        queryParameter(variable, variable.endsWith('[]') ? arrayOf(text) : text),
      ),
    ],
    responses: {
      200: jsonResponse('One page of the media library.', listSchema(mediaObject)),
      ...errorResponses(400, 401, 403),
    },
  },
  post: {
    operationId: 'createMediaObject',
    tags,
    parameters: [accountParameter],
    requestBody: upload,
    responses: {
      200: jsonResponse('The library has the same content already: that file.', mediaObject),
      201: jsonResponse('Added.', mediaObject),
      ...errorResponses(400, 401, 403, 413, 415, 422),
    },
  },
})

const itemOperations = {
  parameters: [id],
  get: {
    operationId: 'readMediaObject',
    tags,
    responses: {
      200: jsonResponse('The file, with the first resources that have it.', mediaObject),
      ...errorResponses(401, 403, 404),
    },
  },
  patch: {
    operationId: 'updateMediaObject',
    tags,
    parameters: [ifMatch, accountParameter],
    requestBody: requestBodyOf(mediaObjectBody, mergePatch),
    responses: {
      200: jsonResponse('Updated.', mediaObject),
      ...errorResponses(400, 401, 403, 404, 413, 415, 422),
      ...preconditionFailedResponse('MediaObject'),
    },
  },
  delete: {
    operationId: 'deleteMediaObject',
    description: 'Deletes a file that nothing has, drafts included: 422 otherwise.',
    tags,
    parameters: [ifMatch, accountParameter],
    responses: {
      204: emptyResponse('Deleted.'),
      ...errorResponses(401, 403, 404, 422),
      ...preconditionFailedResponse('MediaObject'),
    },
  },
}

const downloadPath = {
  parameters: [id, pathParameter('name')],
  get: {
    operationId: 'downloadMediaObject',
    description: 'For editors, and for those who may read something that has the file.',
    tags,
    parameters: [queryParameter('download', boolean)],
    responses: {
      200: {
        description: 'The file, or a variant of it.',
        content: content('*/*', { type: 'string', format: 'binary' }),
      },
      304: emptyResponse('Not modified.'),
      ...errorResponses(401, 403, 404),
    },
  },
}

const tagsPath = {
  get: {
    operationId: 'listMediaObjectTags',
    tags,
    responses: {
      200: jsonResponse(
        'The tags, the most frequent first.',
        exactObject({ tags: arrayOf(exactObject({ tag: text, fileCount: count })) }),
      ),
      ...errorResponses(401, 403),
    },
  },
}

/** Describes the media library; `filters` are those of its list. */
export const mediaObjectPaths = (
  { endpoint }: TypeDefinition,
  filters: readonly { variable: string }[],
): OpenApiPaths => ({
  [endpoint]: listOperations(filters),
  [`${endpoint}/tags`]: tagsPath,
  [`${endpoint}/{id}`]: itemOperations,
  [`${endpoint}/{id}/download/file/{name}`]: downloadPath,
})
