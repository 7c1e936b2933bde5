/**
 * Errors that the store, accounts, mail and files throw when they refuse something. They say nothing of HTTP:
 * `http/error-response.ts` turns each into its response.
 */
import type { Resource, Violation } from '#content/model/resource.ts'

/** A refusal that the caller is told about. Without a message the response has the standard text of its status. */
export abstract class DomainError extends Error {}

/** There is no such resource, or none that this viewer may know of. */
export class NotFoundError extends DomainError {}

/** The link of a mail that was used, has expired, or was never sent. */
export class InvalidLinkError extends DomainError {}

/** Only signed-in users may do this, or the session has ended. */
export class AuthenticationError extends DomainError {}

/** The signed-in user may not do this. */
export class AccessDeniedError extends DomainError {}

/** The input cannot be understood, such as the IRI of nothing or a number that is none. */
export class InvalidInputError extends DomainError {}

/** The input was understood and breaks rules. */
export class ValidationError extends DomainError {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(violations.map(violationText).join('\n'))
    this.violations = violations
  }
}

const violationText = ({ propertyPath, message }: Violation) =>
  propertyPath ? `${propertyPath}: ${message}` : message

/** Somebody has changed the resource since the version that a write was meant for. */
export class VersionMismatchError extends DomainError {
  readonly current: { resource: Resource; etag: string; validToPublish?: boolean }

  constructor(current: VersionMismatchError['current']) {
    super()
    this.current = current
  }
}

/** Too many attempts, or too many waiting; `retryAfter` is in seconds. */
export class TooManyAttemptsError extends DomainError {
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}
