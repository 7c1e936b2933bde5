/** Describes the endpoints of backups for the OpenAPI document. */
import { backupsEndpoint, jsonLines, restorationsEndpoint } from '#content/admin/site-backup.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import { ldJson } from '../http/endpoint-helpers.ts'
import { count, exactObject, text } from './json-schema.ts'
import {
  accountParameter,
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
  queryParameter,
  requestBodyOf,
} from './operations.ts'

const password = exactObject({ currentPassword: text }, ['currentPassword'])
const confirmation = exactObject({ currentPassword: text, siteName: text }, [
  'currentPassword',
  'siteName',
])
const parameters = [accountParameter]
const tags = ['Backup']

const backups = {
  post: {
    operationId: 'downloadBackup',
    description:
      'Returns the whole site as JSON lines, with the hashed passwords of the accounts: keep it as a secret. The current password is always needed.',
    tags,
    parameters,
    requestBody: requestBodyOf(password, ldJson),
    responses: {
      200: jsonResponse('The lines of the backup.', text, jsonLines),
      ...errorResponses(401, 403, 413, 415, 422, 429),
    },
  },
}

const restorations = {
  post: {
    operationId: 'createRestoration',
    description: 'Announces a backup of this size, which is then uploaded in parts.',
    tags,
    parameters,
    requestBody: requestBodyOf(exactObject({ size: count }, ['size']), ldJson),
    responses: {
      201: jsonResponse(
        'The id for the parts.',
        exactObject({ id: text }, ['id']),
        'application/json',
      ),
      ...errorResponses(401, 403, 413, 415, 422),
    },
  },
}

const restoration = {
  parameters: [pathParameter('upload', 'The id of the upload.')],
  put: {
    operationId: 'uploadBackupPart',
    description: 'Adds the part that begins at `offset`, the size of all parts before it.',
    tags,
    parameters: [...parameters, queryParameter('offset', count)],
    requestBody: requestBodyOf({ type: 'string', format: 'binary' }, 'application/octet-stream'),
    responses: {
      200: jsonResponse('The size so far.', exactObject({ size: count }), 'application/json'),
      ...errorResponses(401, 403, 404, 409, 413, 422),
    },
  },
  get: {
    operationId: 'checkBackup',
    description:
      'Reads the uploaded backup without changing anything: lines about the progress, and at last what would be replaced.',
    tags,
    responses: {
      200: jsonResponse('The lines.', text, jsonLines),
      ...errorResponses(401, 403, 404),
    },
  },
  post: {
    operationId: 'restoreBackup',
    description:
      'Replaces the whole site by the uploaded backup, or nothing of it: lines about the progress, and at last the result. The name of the site has to be typed, and the current password.',
    tags,
    parameters,
    requestBody: requestBodyOf(confirmation, ldJson),
    responses: {
      200: jsonResponse('The lines.', text, jsonLines),
      ...errorResponses(401, 403, 404, 413, 415, 422, 429),
    },
  },
  delete: {
    operationId: 'deleteUploadedBackup',
    tags,
    parameters,
    responses: { 204: emptyResponse('It is deleted.'), ...errorResponses(401, 403, 404) },
  },
}

export const siteBackupPaths: OpenApiPaths = {
  [backupsEndpoint]: backups,
  [restorationsEndpoint]: restorations,
  [`${restorationsEndpoint}/{upload}`]: restoration,
}
