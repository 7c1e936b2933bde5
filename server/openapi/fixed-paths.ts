/** Paths that do not belong to a resource type: entry points, authentication, links in mails, form submissions. */
import { hubPath } from '../http/session-cookies.ts'
import {
  jsonResponse,
  content,
  pathParameter,
  queryParameter,
  headerParameter,
  ldJson,
  emptyResponse,
  errorResponses,
  requestBodyOf,
} from './operations.ts'
import { refTo } from './property-schemas.ts'
import { listSchema } from './component-schemas.ts'

const readOperation = (
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

const entrypoints = {
  '/': readOperation('entrypoint', 'The endpoint of each resource type.', 'Entrypoint'),
  '/.jsonld': readOperation('entrypointJsonLd', 'The same as above.', 'Entrypoint'),
  '/index.jsonld': readOperation('entrypointIndex', 'The same as above.', 'Entrypoint'),
  '/docs.jsonld': readOperation(
    'docsJsonLd',
    'The Hydra documentation of this API.',
    'Documentation',
  ),
  '/docs': {
    get: {
      operationId: 'docs',
      responses: {
        200: {
          description: 'The Hydra or OpenAPI documentation of this API, depending on `Accept`.',
          content: {
            ...content(ldJson, refTo('Documentation')),
            ...content('application/vnd.openapi+json', refTo('OpenApi')),
          },
        },
      },
    },
  },
  '/docs.json': {
    get: {
      operationId: 'openApi',
      responses: { 200: jsonResponse('This document.', refTo('OpenApi'), 'application/json') },
    },
  },
  '/_/page_data_metadatas': {
    get: {
      operationId: 'listPageDataMetadata',
      responses: {
        200: jsonResponse(
          'The properties of each page data type.',
          listSchema(refTo('PageDataMetadata')),
        ),
      },
    },
  },
  '/_/page_data_metadatas/{id}': {
    parameters: [pathParameter('id', 'The class name, percent-encoded.')],
    ...readOperation(
      'readPageDataMetadata',
      'The properties of one page data type.',
      'PageDataMetadata',
      404,
    ),
  },
  '/_/resource_manifest/{id}': {
    parameters: [
      pathParameter('id', 'The path of a route, or the UUID of a page or of page data.'),
    ],
    ...readOperation('manifest', 'The resources of a page, as trees.', 'Manifest', 401, 403, 404),
  },
  '/_/routes_manifest/{id}': {
    parameters: [pathParameter('id', 'The same as above.')],
    ...readOperation(
      'flatManifest',
      'The resources of a page, as one list.',
      'FlatManifest',
      401,
      403,
      404,
    ),
  },
}

const signOutOperation = (operationId: string) => ({
  operationId,
  responses: { 200: emptyResponse('Signed out.'), ...errorResponses(403) },
})

const account = {
  '/login': {
    post: {
      operationId: 'signIn',
      requestBody: requestBodyOf(refTo('Credentials'), 'application/json'),
      responses: {
        204: emptyResponse('Signed in; the response sets the session cookies.'),
        ...errorResponses(400, 401, 413, 415, 429),
      },
    },
  },
  '/logout': { get: signOutOperation('signOutByLink'), post: signOutOperation('signOut') },
  '/me': readOperation('me', 'The signed-in user.', 'User', 401),
}

/** A link in a mail, or a request for such a mail. */
const mailLinkPath = (operationId: string, names: readonly string[], ...refused: number[]) => ({
  parameters: names.map((name) => pathParameter(name)),
  get: {
    operationId,
    responses: {
      200: emptyResponse('Done.'),
      404: emptyResponse('There is no such account, or the link is no longer valid.'),
      ...errorResponses(...refused),
    },
  },
})

const mails = {
  '/password/reset/request/{name}': mailLinkPath('requestReset', ['name'], 400, 429, 503),
  '/verify-email/{name}/{token}': mailLinkPath('verifyEmail', ['name', 'token']),
  '/resend-verify-email/{name}': mailLinkPath('resendVerifyEmail', ['name'], 400, 429, 503),
  '/resend-verify-new-email/{name}': mailLinkPath('resendVerifyNewEmail', ['name'], 400, 429, 503),
  '/confirm-email/{name}/{newEmail}/{token}': mailLinkPath(
    'confirmNewEmail',
    ['name', 'newEmail', 'token'],
    401,
  ),
}

const submitOperation = (operationId: string, status: 200 | 201, form = 'Form') => ({
  operationId,
  requestBody: requestBodyOf({ type: 'object' }, 'application/json'),
  responses: {
    [status]: jsonResponse('The values are valid.', { anyOf: [refTo(form), refTo('User')] }),
    422: {
      description:
        'The values are invalid: the form with its errors; a problem when the values are missing.',
      content: {
        ...content(ldJson, refTo(form)),
        ...content('application/problem+json', refTo('Error')),
      },
    },
    ...errorResponses(400, 401, 404, 413, 415, 429),
  },
})

const reset = '/component/forms/password_reset'
const forms = {
  [reset]: {
    get: {
      operationId: 'readPasswordReset',
      parameters: [queryParameter('username'), queryParameter('token')],
      responses: { 200: jsonResponse('The form for a new password.', refTo('PasswordResetForm')) },
    },
  },
  [`${reset}/submit`]: {
    patch: submitOperation('tryPasswordReset', 200, 'PasswordResetForm'),
    post: submitOperation('sendPasswordReset', 201, 'PasswordResetForm'),
  },
  '/component/forms/{id}/submit': {
    parameters: [pathParameter('id')],
    patch: submitOperation('checkForm', 200),
    post: submitOperation('sendForm', 201),
  },
}

/** Outside the API's own path, as Mercure prescribes. */
const liveUpdates = {
  [hubPath]: {
    servers: [{ url: '/' }],
    get: {
      operationId: 'subscribe',
      parameters: [
        queryParameter('topic', { type: 'array', items: { type: 'string' } }),
        queryParameter('last_event_id'),
        headerParameter('Last-Event-ID'),
      ],
      responses: {
        200: {
          description:
            'Changes of resources as server-sent events: each has an id and the resource as JSON.',
          content: content('text/event-stream', { type: 'string' }),
        },
        ...errorResponses(400),
      },
    },
  },
}

export const fixedPaths = { ...liveUpdates, ...entrypoints, ...account, ...mails, ...forms }
