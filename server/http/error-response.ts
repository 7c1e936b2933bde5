/**
 * Turns thrown errors into responses: the HTTP problem that was thrown, or the one that corresponds to an error of the
 * domain or the database.
 */
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { uncached } from './cache-policy.ts'
import {
  AccessDeniedError,
  AuthenticationError,
  DomainError,
  InvalidInputError,
  InvalidLinkError,
  MembersChangedError,
  NotFoundError,
  TooManyAttemptsError,
  ValidationError,
  VersionMismatchError,
} from '../domain-errors.ts'
import { ldJsonContentType } from './endpoint-helpers.ts'
import { HttpProblem, problem, validityHeader } from './problem.ts'
import { isFull, isUnavailable, isUnstorable } from '../store/db/database-errors.ts'

/** The headers of a 503. A restart of the database takes about two seconds, and clients should not stay away longer. */
export const retryHeaders = { 'Retry-After': '2' }

const databaseUnavailable = 'The site cannot reach its database right now. Try again in a moment.'
const diskFull = 'The server has no space left to store this. Nothing was changed.'

/** Returns a 404 without a body. */
const emptyNotFound = () => new HttpProblem(404, () => ({ body: null, headers: { ...uncached } }))

/** Returns a 412 with the current version of the resource. */
const preconditionFailed = ({ resource, etag, validToPublish }: VersionMismatchError['current']) =>
  new HttpProblem(412, () => ({
    body: JSON.stringify({ '@context': `/contexts/${resource['@type']}`, ...resource }),
    headers: {
      'Content-Type': ldJsonContentType,
      ...uncached,
      ETag: etag,
      ...validityHeader(validToPublish),
    },
  }))

/** The statuses of the errors that need nothing but a status. */
const plainStatuses = new Map<unknown, ContentfulStatusCode>([
  [NotFoundError, 404],
  [AuthenticationError, 401],
  [AccessDeniedError, 403],
  [InvalidInputError, 400],
])

const problemForDomainError = (error: DomainError): HttpProblem => {
  if (error instanceof InvalidLinkError) return emptyNotFound()
  if (error instanceof VersionMismatchError) return preconditionFailed(error.current)
  const about = error.message ? { detail: error.message } : {}
  if (error instanceof ValidationError) {
    return problem(422, { ...about, violations: error.violations })
  }
  if (error instanceof MembersChangedError) {
    return problem(412, { ...about, violations: error.violations })
  }
  if (error instanceof TooManyAttemptsError) {
    return problem(429, { ...about, headers: { 'Retry-After': `${error.retryAfter}` } })
  }
  return problem(plainStatuses.get(error.constructor) ?? 500, about)
}

/** Returns the HTTP problem for any thrown value; 500 for unexpected errors. */
export const problemFor = (thrown: unknown): HttpProblem => {
  if (thrown instanceof HttpProblem) return thrown
  if (thrown instanceof DomainError) return problemForDomainError(thrown)
  if (isUnavailable(thrown)) {
    return problem(503, { detail: databaseUnavailable, headers: retryHeaders })
  }
  if (isFull(thrown)) return problem(507, { detail: diskFull })
  if (isUnstorable(thrown)) return problem(400, { detail: 'This contains text that is not valid.' })
  if (thrown instanceof HTTPException) return problem(thrown.status as ContentfulStatusCode)
  return problem(500)
}

const errorPageTexts: Partial<Record<number, [heading: string, advice: string]>> = {
  400: ['Bad request', 'This address contains characters that are not valid.'],
  503: ['Back in a moment', 'This site cannot be shown right now. Please try again in a moment.'],
  507: ['No space left', 'The server has no space left to store this.'],
}

const defaultErrorPageText = [
  'Something went wrong',
  'This page cannot be shown. Please try again later.',
]

/** Returns the error as a standalone HTML page that loads nothing else. */
export const errorPageFor = (thrown: unknown): Response => {
  if (thrown instanceof HTTPException) return thrown.getResponse()
  const refusal = problemFor(thrown)
  if (thrown instanceof DomainError) return refusal.getResponse()
  const { headers } = refusal.toResponse()
  const [heading, advice] = errorPageTexts[refusal.status] ?? defaultErrorPageText
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><h1>${heading}</h1><p>${advice}</p></html>`
  return new Response(body, {
    status: refusal.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
      ...uncached,
      ...(headers['Retry-After'] && { 'Retry-After': headers['Retry-After'] }),
    },
  })
}
