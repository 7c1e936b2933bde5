/** The transitions of machines whose requests need a session, which is renewed where it has ended. */
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { withEvent } from '../with-event.ts'

export const renewalGuards = {
  /** If the session is refused again after it was renewed, that helps no more. */
  canRenew: (
    { context }: { context: { failure: Failure | null } },
    { error }: { error: unknown },
  ) => Failure.from(error).status === 401 && context.failure === null,
  isRenewed: (_: unknown, { output }: { output: RenewalOutcome }) => output === 'renewed',
}

/** The guards in plain words. */
export const renewalGuardDescriptions = {
  canRenew: 'The session has ended, and was not renewed for this request yet.',
  isRenewed: 'The session is there again.',
}

/** Returns the transitions of a failed request: to the renewal of an ended session, or else to a state. */
export const renewOr = <Target extends string>(target: Target) =>
  [
    {
      guard: withEvent('canRenew'),
      target: 'renewing',
      actions: withEvent('setFailure'),
    },
    { target, actions: withEvent('setFailure') },
  ] as const

/** The invocation that asks for a session in place of the one that has ended, and leads to a state by the answer. */
export const renewSession = <Renewed extends string, Otherwise extends string>(
  renewed: Renewed,
  otherwise: Otherwise,
) =>
  ({
    id: 'renewSession',
    src: 'renewSession',
    input: { isBackground: false },
    onDone: [{ guard: withEvent('isRenewed'), target: renewed }, { target: otherwise }],
    onError: otherwise,
  }) as const
