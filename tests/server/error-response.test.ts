/** Tests that every error of the domain has its response, and that clients see nothing of any other error. */
import { expect, test } from 'vitest'
import type { Resource } from '#content/model/resource.ts'
import * as errors from '#server/domain-errors.ts'
import { errorPageFor, problemFor } from '#server/http/error-response.ts'

const current = {
  resource: { '@id': '/component/titles/1', '@type': 'Title' } as Resource,
  etag: '"1"',
}
const violations = [
  { propertyPath: 'title', message: 'Enter a title.' },
  { propertyPath: '', message: 'This is the last one.' },
]

const examples: Record<
  Exclude<keyof typeof errors, 'DomainError'>,
  [error: errors.DomainError, status: number, details: object | null]
> = {
  NotFoundError: [new errors.NotFoundError(), 404, { detail: 'Not Found' }],
  InvalidLinkError: [new errors.InvalidLinkError(), 404, null],
  AuthenticationError: [
    new errors.AuthenticationError(),
    401,
    { code: 401, message: 'Full authentication is required to access this resource.' },
  ],
  AccessDeniedError: [new errors.AccessDeniedError(), 403, { detail: 'Access Denied.' }],
  InvalidInputError: [
    new errors.InvalidInputError('No such IRI.'),
    400,
    { detail: 'No such IRI.' },
  ],
  ValidationError: [
    new errors.ValidationError(violations),
    422,
    {
      '@type': 'ConstraintViolation',
      detail: 'title: Enter a title.\nThis is the last one.',
      violations,
    },
  ],
  VersionMismatchError: [
    new errors.VersionMismatchError(current),
    412,
    { '@context': '/contexts/Title', ...current.resource },
  ],
  MembersChangedError: [
    new errors.MembersChangedError(violations),
    412,
    { '@type': 'ConstraintViolation', violations },
  ],
  TooManyAttemptsError: [
    new errors.TooManyAttemptsError('Wait.', 30),
    429,
    { detail: 'Wait.', status: 429 },
  ],
}

test.each(Object.entries(examples))('%s', async (_, [error, status, details]) => {
  for (const response of [problemFor(error).getResponse(), errorPageFor(error)]) {
    expect(response.status).toBe(status)
    const text = await response.text()
    if (details) expect(JSON.parse(text)).toMatchObject(details)
    else expect(text).toBe('')
  }
})

test('the headers that a refusal needs are there', () => {
  const headersOf = (error: errors.DomainError) => problemFor(error).getResponse().headers
  expect(headersOf(examples.TooManyAttemptsError[0]).get('retry-after')).toBe('30')
  expect(headersOf(examples.VersionMismatchError[0]).get('etag')).toBe('"1"')
  expect(headersOf(examples.AuthenticationError[0]).get('www-authenticate')).toBe('Bearer')
})

test('an unexpected error says nothing of itself', async () => {
  const response = problemFor(new Error('a secret')).getResponse()
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
})
