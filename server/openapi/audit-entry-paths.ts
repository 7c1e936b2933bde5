/** Describes the endpoints of the audit log. */
import {
  auditActions,
  auditEntriesEndpoint as endpoint,
  maxListedEntries,
} from '#content/admin/audit-entry.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import { listSchema } from './common-schemas.ts'
import { arrayOf, boolean, date, exactObject, iri, orNull, text } from './json-schema.ts'
import {
  content,
  errorResponses,
  jsonResponse,
  pathParameter,
  queryParameter,
} from './operations.ts'

const tags = ['AuditEntry']

const change = exactObject({
  property: text,
  before: {
    ...orNull(text),
    description: 'Texts as they are, other values as JSON. Long ones are cut.',
  },
  after: orNull(text),
  isHidden: {
    ...boolean,
    description: 'True for a private value, which the log does not contain.',
  },
})

const entry = exactObject(
  {
    '@context': text,
    '@id': iri,
    '@type': { const: 'AuditEntry' },
    action: { enum: auditActions },
    resource: { ...orNull(iri), description: 'What was changed; null for the whole site.' },
    resourceType: orNull(text),
    names: {
      type: 'object',
      additionalProperties: text,
      description:
        'The names of what the entry refers to, by its IRI: as they are now, or were before it was deleted.',
    },
    user: { ...orNull(iri), description: 'Null for visitors and for the server itself.' },
    username: orNull(text),
    place: { ...text, description: 'The address of the client, "command line" or "server".' },
    changes: arrayOf(change),
    createdAt: date,
    _metadata: exactObject({ persisted: boolean }),
  },
  [
    '@id',
    '@type',
    'action',
    'resource',
    'resourceType',
    'names',
    'user',
    'username',
    'place',
    'changes',
    'createdAt',
    '_metadata',
  ],
)

const filters = [
  queryParameter('user', { ...text, description: 'A username, or the IRI of a user.' }),
  queryParameter('resource', { ...iri, description: 'What was changed.' }),
  queryParameter('action', { enum: auditActions }),
  queryParameter('from', { ...text, description: 'The earliest date or time, in ISO 8601.' }),
  queryParameter('to', { ...text, description: 'The date or time before which it was.' }),
]

/** The audit log is for super admins only, and nobody changes it. */
export const auditEntryPaths: OpenApiPaths = {
  [endpoint]: {
    get: {
      operationId: 'listAuditEntry',
      description: `Lists who has changed what, the latest first. Counts up to ${maxListedEntries} entries.`,
      tags,
      parameters: [
        queryParameter('page', { type: 'integer', minimum: 1 }),
        queryParameter('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
        ...filters,
      ],
      responses: {
        200: jsonResponse('One page of the entries.', listSchema(entry)),
        ...errorResponses(400, 401, 403),
      },
    },
  },
  [`${endpoint}.csv`]: {
    get: {
      operationId: 'exportAuditEntry',
      description: 'Returns all entries that match as CSV, with a line for each changed property.',
      tags,
      parameters: filters,
      responses: {
        200: { description: 'The entries.', content: content('text/csv', text) },
        ...errorResponses(400, 401, 403),
      },
    },
  },
  [`${endpoint}/{id}`]: {
    parameters: [pathParameter('id')],
    get: {
      operationId: 'readAuditEntry',
      tags,
      responses: {
        200: jsonResponse('The entry.', entry),
        ...errorResponses(401, 403, 404),
      },
    },
  },
}
