/**
 * Defines the errors that the store, accounts, mail and files throw when they refuse something. They say nothing of
 * HTTP: `http/error-response.ts` turns each into its response.
 */
import type { Resource, Violation } from '#content/model/resource.ts'

/** A refusal that is explained in the response. Without a message it has the standard text of its status. */
export abstract class DomainError extends Error {}

/** Thrown when there is no such resource, or none that the viewer may know of. */
export class NotFoundError extends DomainError {}

/** Thrown for the link of a mail that was used, has expired, or was never sent. */
export class InvalidLinkError extends DomainError {}

/** Thrown when only signed-in users may do something, or when the session has ended. */
export class AuthenticationError extends DomainError {}

/** Thrown when the signed-in user may not do something. */
export class AccessDeniedError extends DomainError {}

/** Thrown for input that cannot be understood, such as a malformed IRI or number. */
export class InvalidInputError extends DomainError {}

/** Thrown for input that is understood but breaks rules. */
export class ValidationError extends DomainError {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(violations.map(violationText).join('\n'))
    this.violations = violations
  }
}

const violationText = ({ propertyPath, message }: Violation) =>
  propertyPath ? `${propertyPath}: ${message}` : message

/** Thrown when somebody has changed the resource since the version that a mutation was meant for. */
export class VersionMismatchError extends DomainError {
  readonly current: { resource: Resource; etag: string; validToPublish?: boolean }

  constructor(current: VersionMismatchError['current']) {
    super()
    this.current = current
  }
}

/** Thrown when some of the resources of one change were changed or deleted meanwhile, so that none is changed. */
export class MembersChangedError extends DomainError {
  /** One for each of those resources. */
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(violations.map(violationText).join('\n'))
    this.violations = violations
  }
}

/** Thrown after too many attempts, or while too many are waiting. `retryAfter` is in seconds. */
export class TooManyAttemptsError extends DomainError {
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}
