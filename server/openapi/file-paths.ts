/** Describes the endpoints of types that have files: uploads and downloads. */
import { filePropertiesOf } from '../media/file-properties.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import {
  content,
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
  queryParameter,
  requestBodyOf,
} from './operations.ts'
import { boolean, refTo } from './json-schema.ts'

const id = pathParameter('id')

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
    parameters: [queryParameter('download', boolean), queryParameter('published', boolean)],
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
