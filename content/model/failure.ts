/** Failures with messages for the interface. Machines keep errors of this class only. */
import type { Resource, Violation } from './resource.ts'

/**
 * - `offline`: no response
 * - `forbidden`: 401, 403
 * - `notFound`: 404, 410
 * - `conflict`: 412, someone else's version is newer
 * - `invalid`: 422, or any other body with violations
 * - `unexpected`: everything else
 */
export type FailureKind =
  'offline' | 'forbidden' | 'notFound' | 'conflict' | 'invalid' | 'unexpected'

interface FailureDetails {
  status?: number
  message?: string | undefined
  statusMessage?: string | undefined
  violations?: Violation[]
  /** The resource in the response; with `conflict`, as it is stored now. */
  resource?: Resource
  cause?: unknown
}

export const defaultMessages: Record<FailureKind, string> = {
  offline: 'You seem to be offline. Check your connection and try again.',
  forbidden: 'You are not allowed to do this. Sign in with an account that is.',
  notFound: 'This no longer exists.',
  conflict: 'Somebody else changed this while you were editing.',
  invalid: 'Some of the values are not valid.',
  unexpected: 'An unknown error occurred',
}

export class Failure extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  /** The server's own reason phrase; undefined for a standard one and for none. */
  readonly statusMessage: string | undefined
  readonly violations: Violation[]
  /** As the API has sent it, until it is sanitized for the cache. */
  resource: Resource | undefined
  /** When a change was refused, in milliseconds; set for those who wait for it. */
  refusedAt: number | undefined
  /** True if some of the requests of a change were done; set for those who wait for it. */
  isPartial = false

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(details.message ?? defaultMessages[kind], { cause: details.cause })
    this.name = 'Failure'
    this.kind = kind
    this.status = details.status
    this.statusMessage = details.statusMessage
    this.violations = details.violations ?? []
    this.resource = details.resource
  }

  /** Returns a failure as it is, and wraps anything else that was thrown. */
  static from(thrown: unknown): Failure {
    return thrown instanceof Failure ? thrown : new Failure('unexpected', { cause: thrown })
  }
}

const failureKindOf = (status: number): FailureKind => {
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'notFound'
  if (status === 412) return 'conflict'
  if (status === 422) return 'invalid'
  return 'unexpected'
}

/** Returns the failure for the status of a response and the details from its body. */
export const failureFromStatus = (status: number, details: FailureDetails = {}) =>
  new Failure(details.violations?.length ? 'invalid' : failureKindOf(status), {
    ...details,
    status,
  })

/** Returns the parts of a failure that may be sent to the browser. */
export const publicFailure = ({
  status = 500,
  message,
  statusMessage,
}: Pick<Failure, 'message'> & Partial<Pick<Failure, 'status' | 'statusMessage'>>) => ({
  status,
  message,
  ...(statusMessage && { statusMessage }),
})
