/** Describes the endpoints of what visitors have sent by forms. */
import { formSubmissionsEndpoint as endpoint } from '#content/forms/form-submission.ts'
import { formEndpoint } from '#content/forms/form.ts'
import type { OpenApiPaths } from '../http/endpoint-group.ts'
import { listSchema } from './common-schemas.ts'
import { arrayOf, boolean, date, exactObject, iri, text } from './json-schema.ts'
import {
  accountParameter,
  content,
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
  queryParameter,
} from './operations.ts'

const tags = ['FormSubmission']

const submission = exactObject(
  {
    '@context': text,
    '@id': iri,
    '@type': { const: 'FormSubmission' },
    form: iri,
    formType: text,
    isTest: boolean,
    entries: arrayOf(exactObject({ name: text, label: text, value: text })),
    createdAt: date,
    _metadata: exactObject({ persisted: boolean }),
  },
  ['@id', '@type', 'form', 'formType', 'isTest', 'entries', 'createdAt', '_metadata'],
)

const filters = [
  queryParameter('form', { ...iri, description: 'The component that was submitted.' }),
  queryParameter('search', { ...text, description: 'A text that was entered.' }),
]

/** Submissions are for editors only. Built-in forms, which act on accounts, are not stored. */
export const formSubmissionPaths: OpenApiPaths = {
  [endpoint]: {
    get: {
      operationId: 'listFormSubmission',
      description: 'Lists what visitors have sent by forms, the latest first.',
      tags,
      parameters: [
        queryParameter('page', { type: 'integer', minimum: 1 }),
        queryParameter('perPage', { type: 'integer', minimum: 0, maximum: 100 }),
        ...filters,
      ],
      responses: {
        200: jsonResponse('One page of the submissions.', listSchema(submission)),
        ...errorResponses(400, 401, 403),
      },
    },
  },
  [`${endpoint}.csv`]: {
    get: {
      operationId: 'exportFormSubmission',
      description: 'Returns all submissions that match as CSV, with a column for each field.',
      tags,
      parameters: filters,
      responses: {
        200: { description: 'The submissions.', content: content('text/csv', text) },
        ...errorResponses(401, 403),
      },
    },
  },
  [`${endpoint}/{id}`]: {
    parameters: [pathParameter('id')],
    get: {
      operationId: 'readFormSubmission',
      tags,
      responses: {
        200: jsonResponse('The submission.', submission),
        ...errorResponses(401, 403, 404),
      },
    },
    delete: {
      operationId: 'deleteFormSubmission',
      tags,
      parameters: [accountParameter],
      responses: { 204: emptyResponse('Deleted.'), ...errorResponses(401, 403, 404) },
    },
  },
  [`${formEndpoint}/{id}/test`]: {
    parameters: [pathParameter('id')],
    post: {
      operationId: 'testForm',
      description:
        'Stores a submission with sample values, marked as a test, and mails it to the recipients of the form.',
      tags,
      parameters: [accountParameter],
      responses: {
        201: jsonResponse('The submission.', submission),
        ...errorResponses(401, 403, 404),
      },
    },
  },
}
