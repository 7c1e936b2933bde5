/** The endpoints that are no type of resource: what there is, signing in, the links in mails, forms that are sent. */
import {
  jsonResponse,
  content,
  pathParameter,
  queryParameter,
  ldJson,
  emptyResponse,
  errorResponses,
  requestBodyOf,
} from './operations.ts'
import { refTo } from './property-schemas.ts'
import { listSchema } from './component-schemas.ts'

const read = (operationId: string, description: string, schema: string, ...refused: number[]) => ({
  get: {
    operationId,
    responses: { 200: jsonResponse(description, refTo(schema)), ...errorResponses(...refused) },
  },
})

const entrypoints = {
  '/': read('entrypoint', 'Where each type of resource is listed.', 'Entrypoint'),
  '/.jsonld': read('entrypointJsonLd', 'The same.', 'Entrypoint'),
  '/index.jsonld': read('entrypointIndex', 'The same.', 'Entrypoint'),
  '/docs.jsonld': read('docsJsonLd', 'This API in the words of Hydra.', 'Documentation'),
  '/docs': {
    get: {
      operationId: 'docs',
      responses: {
        200: {
          description: 'This API in the words of Hydra or of OpenAPI, as `Accept` says.',
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
          'What each type of page data holds.',
          listSchema(refTo('PageDataMetadata')),
        ),
      },
    },
  },
  '/_/page_data_metadatas/{id}': {
    parameters: [pathParameter('id', 'The class name, percent-encoded.')],
    ...read('readPageDataMetadata', 'What one type holds.', 'PageDataMetadata', 404),
  },
  '/_/resource_manifest/{id}': {
    parameters: [
      pathParameter('id', 'The path of a route, or the UUID of a page or of page data.'),
    ],
    ...read('manifest', 'What a page is made of, as trees.', 'Manifest', 401, 403, 404),
  },
  '/_/routes_manifest/{id}': {
    parameters: [pathParameter('id', 'The same.')],
    ...read('flatManifest', 'What a page is made of, in one list.', 'FlatManifest', 401, 403, 404),
  },
}

const signOut = (operationId: string) => ({
  operationId,
  responses: { 200: emptyResponse('Nobody is signed in.') },
})

const account = {
  '/login': {
    post: {
      operationId: 'signIn',
      requestBody: requestBodyOf(refTo('Credentials'), 'application/json'),
      responses: {
        204: emptyResponse('Signed in; the cookies say so.'),
        ...errorResponses(400, 401, 413, 415, 429),
      },
    },
  },
  '/logout': { get: signOut('signOutByLink'), post: signOut('signOut') },
  '/me': read('me', 'Who is signed in.', 'User', 401),
}

/** Followed from a mail, or asking for one. */
const link = (operationId: string, names: readonly string[], ...refused: number[]) => ({
  parameters: names.map((name) => pathParameter(name)),
  get: {
    operationId,
    responses: {
      200: emptyResponse('Done.'),
      404: emptyResponse('There is nobody like that, or the link no longer counts.'),
      ...errorResponses(...refused),
    },
  },
})

const mails = {
  '/password/reset/request/{name}': link('requestReset', ['name'], 400, 429, 503),
  '/verify-email/{name}/{token}': link('verifyEmail', ['name', 'token']),
  '/resend-verify-email/{name}': link('resendVerifyEmail', ['name'], 400, 429, 503),
  '/resend-verify-new-email/{name}': link('resendVerifyNewEmail', ['name'], 400, 429, 503),
  '/confirm-email/{name}/{newEmail}/{token}': link(
    'confirmNewEmail',
    ['name', 'newEmail', 'token'],
    401,
  ),
}

const submit = (operationId: string, status: 200 | 201, form = 'Form') => ({
  operationId,
  requestBody: requestBodyOf({ type: 'object' }, 'application/json'),
  responses: {
    [status]: jsonResponse('It is fine.', { anyOf: [refTo(form), refTo('User')] }),
    422: {
      description: 'It is not, and the form says why; without its values, a problem.',
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
    patch: submit('tryPasswordReset', 200, 'PasswordResetForm'),
    post: submit('sendPasswordReset', 201, 'PasswordResetForm'),
  },
  '/component/forms/{id}/submit': {
    parameters: [pathParameter('id')],
    patch: submit('checkForm', 200),
    post: submit('sendForm', 201),
  },
}

export const fixedPaths = { ...entrypoints, ...account, ...mails, ...forms }
