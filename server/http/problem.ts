/**
 * Defines HTTP errors, with the bodies of API Platform's errors (Hydra and RFC 9457). Throw one; the app's `onError`
 * sends it.
 */
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Violation } from '#content/model/resource.ts'
import { uncached } from './cache-policy.ts'

const defaultDetails: Partial<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Full authentication is required to access this resource.',
  403: 'Access Denied.',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Returns the header that tells editors whether a resource could be published as it is. */
export const validityHeader = (isValid: boolean | undefined): Record<string, string> =>
  isValid === undefined ? {} : { 'valid-to-publish': isValid ? '1' : '0' }

interface ProblemDetails {
  detail?: string
  violations?: readonly Violation[]
  /** More members of the body of a 401. */
  members?: Readonly<Record<string, string>>
  headers?: Record<string, string>
}

const bodyOf = (status: number, { detail, violations, members }: ProblemDetails) => {
  const text = detail ?? defaultDetails[status] ?? 'Internal Server Error'
  if (status === 401) return { code: 401, message: text, ...members }
  const [context, type] = violations
    ? ['ConstraintViolation', '/validation_errors/invalid']
    : ['Error', `/errors/${status}`]
  return {
    '@context': `/contexts/${context}`,
    '@id': type,
    '@type': context,
    title: 'An error occurred',
    detail: text,
    description: text,
    status,
    type,
    ...(violations && { violations }),
  }
}

interface ProblemResponse {
  body: string | null
  headers: Record<string, string>
}

/** An HTTP error. Its body is created only when it is sent: many are thrown and caught while content is read. */
export class HttpProblem extends HTTPException {
  readonly toResponse: () => ProblemResponse

  constructor(status: ContentfulStatusCode, createResponse: () => ProblemResponse) {
    super(status)
    this.toResponse = createResponse
  }

  override getResponse() {
    const { body, headers } = this.toResponse()
    return new Response(body, { status: this.status, headers })
  }

  /** Returns the same error with more headers. */
  withHeaders(more: Record<string, string>) {
    return new HttpProblem(this.status, () => {
      const { body, headers } = this.toResponse()
      return { body, headers: { ...headers, ...more } }
    })
  }
}

/** Returns an HTTP error to throw, with the standard text of its status unless a detail is given. */
export const problem = (status: ContentfulStatusCode, about: ProblemDetails = {}) =>
  new HttpProblem(status, () => ({
    body: JSON.stringify(bodyOf(status, about)),
    headers: {
      'Content-Type':
        status === 401 ? 'application/json' : 'application/problem+json; charset=utf-8',
      ...uncached,
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...about.headers,
    },
  }))
