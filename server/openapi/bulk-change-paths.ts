/** Describes the endpoints of changes of several resources. */
import { bulkActions, bulkChangesEndpoint, maxBulkMembers } from '#content/admin/bulk-change.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import { arrayOf, boolean, count, exactObject, iri, orNull, refTo, text } from './json-schema.ts'
import {
  accountParameter,
  emptyResponse,
  errorResponses,
  headerParameter,
  jsonResponse,
  ldJson,
  pathParameter,
  requestBodyOf,
} from './operations.ts'

const tags = ['BulkChange']

const member = exactObject({ '@id': iri, ifMatch: text }, ['@id'])

const request = exactObject(
  {
    action: { enum: bulkActions },
    members: { ...arrayOf({ anyOf: [iri, member] }), minItems: 1, maxItems: maxBulkMembers },
    layout: { ...orNull(iri), description: 'The layout of all pages, for the action "layout".' },
    isRehearsal: {
      ...boolean,
      description: 'True to learn what the change would do. Nothing is changed.',
    },
  },
  ['action', 'members'],
)

const idempotencyKeyParameter = {
  ...headerParameter('Idempotency-Key'),
  description:
    'A UUID of version 7, for the action "duplicate": the id of the change. When the account has made copies with it that it can still undo, no others are made, and the response has those.',
}

const bulkChangeProperties = {
  '@context': text,
  '@id': { ...iri, description: 'The endpoint itself where nothing can be undone.' },
  '@type': { const: 'BulkChange' },
  action: { enum: bulkActions },
  totalItems: count,
  isUndoable: {
    ...boolean,
    description:
      'False where more is changed than can be kept. Of a rehearsal, it tells that of the change itself.',
  },
  consequences: exactObject({
    routes: count,
    redirects: count,
    components: count,
    pages: count,
    pagesWithoutLayout: count,
    children: count,
    drafts: count,
    ended: count,
    shared: count,
    undraftable: count,
    scheduled: count,
    templatePages: count,
    path: orNull(text),
  }),
  copies: {
    ...arrayOf(iri),
    description: 'The copies, in the order of the members. Only for the action "duplicate".',
  },
}
const bulkChange = exactObject(
  bulkChangeProperties,
  Object.keys(bulkChangeProperties).filter((name) => name !== 'copies'),
)

export const bulkChangePaths: OpenApiPaths = {
  [bulkChangesEndpoint]: {
    post: {
      operationId: 'bulkChange',
      description:
        'Deletes several resources with what depends on them, publishes the drafts on pages, ends the publication of what no other page shows, changes the layout of pages, or copies pages and page data without their routes, in one transaction: all of it is done, or nothing. Accounts can only be deleted, by super admins, and not together with content.',
      tags,
      parameters: [accountParameter, idempotencyKeyParameter],
      requestBody: requestBodyOf(request, ldJson),
      responses: {
        200: jsonResponse('What was done, or would be.', bulkChange),
        ...errorResponses(400, 401, 403, 413, 415, 422),
        412: jsonResponse(
          'Some of them were changed or deleted in the meantime. There is a violation for each.',
          refTo('ConstraintViolation'),
          'application/problem+json',
        ),
      },
    },
  },
  [`${bulkChangesEndpoint}/{id}/undo`]: {
    parameters: [pathParameter('id')],
    post: {
      operationId: 'undoBulkChange',
      description:
        'Undoes a change within the hour after it, for the account that has made it. Everything is there again under the same IRIs, or nothing is, if some of it was changed since.',
      tags,
      parameters: [accountParameter],
      responses: {
        204: emptyResponse('It is undone.'),
        ...errorResponses(401, 403, 404, 422),
      },
    },
  },
}
