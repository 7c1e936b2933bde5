/** Why something did not happen, in the words the interface uses. The one error machines keep. */
import type { Resource, Violation } from './resource.ts'

/**
 * `offline`: no answer at all · `forbidden`: 401, 403 · `notFound`: 404, 410 · `conflict`: 412, someone else's
 * version is newer · `invalid`: 422 and other bodies with violations · `unexpected`: everything else.
 */
export type FailureKind =
  'offline' | 'forbidden' | 'notFound' | 'conflict' | 'invalid' | 'unexpected'

interface FailureDetails {
  status?: number
  message?: string
  violations?: Violation[]
  /** With `conflict`: the resource as it is stored now. */
  current?: Resource
  cause?: unknown
}

const defaultMessages: Record<FailureKind, string> = {
  offline: 'There is no connection. Check your network and try again.',
  forbidden: 'You may not do this. Sign in with an account that may.',
  notFound: 'This no longer exists.',
  conflict: 'Somebody else changed this in the meantime.',
  invalid: 'Some of this is not valid.',
  unexpected: 'An unknown error occurred',
}

export class Failure extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly violations: Violation[]
  readonly current: Resource | undefined

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(details.message ?? defaultMessages[kind], { cause: details.cause })
    this.name = 'Failure'
    this.kind = kind
    this.status = details.status
    this.violations = details.violations ?? []
    this.current = details.current
  }

  /** Any thrown thing as a failure; what is one already stays itself. */
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

/** A refusal by status and what the body said about it. */
export const failureFromStatus = (status: number, details: FailureDetails = {}) =>
  new Failure(details.violations?.length ? 'invalid' : failureKindOf(status), {
    ...details,
    status,
  })
