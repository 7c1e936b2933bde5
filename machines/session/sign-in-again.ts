/** The parts that both actors have which renew a session by signing in again: while a page is edited, and on other screens. */
import { type EventObject, assign } from 'xstate'
import { refusalAfter } from '#content/account/sign-in-refusal.ts'
import { Failure } from '#content/model/failure.ts'
import {
  type RenewalProof,
  type SessionCheck,
  type SessionRefusal,
  isSameAccount,
} from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'

/** The facts that both emit. */
export type RenewalEmitted =
  /** The account is signed in again, so that what was refused can be sent. */
  | { type: 'session.renewed' }
  /** Nobody has signed in, so what was refused fails. */
  | { type: 'renewal.declined' }

/** The events of the dialog, and of the window behind which somebody may have signed in elsewhere. */
export type SignInAgainEvent =
  | { type: 'signIn.requested' }
  | { type: 'proof.submitted'; proof: RenewalProof }
  | { type: 'renewal.canceled' }
  | { type: 'window.focused' }

interface Checked {
  output: SessionCheck
}

interface Failed {
  error: unknown
}

/** The context before anything was refused. */
export const noRefusal: SessionRefusal = { failure: null, twoFactorToken: null, otherUser: null }

export const signInAgainActors = {
  readSession: promiseEffect<SessionCheck>(),
  signIn: promiseEffect<SessionCheck, { proof: RenewalProof }>(),
}

/** Returns the actions of a machine with these events. */
export const signInAgainActions = <Event extends EventObject>() => {
  const assignWith = <Params extends object | undefined = undefined>(
    change: (context: SessionRefusal, params: Params) => Partial<SessionRefusal>,
  ) =>
    assign<SessionRefusal, Event, Params, Event, never>(({ context }, params) =>
      change(context, params),
    )
  return {
    setOtherUser: assignWith((_, { output }: Checked) => ({ otherUser: output.current })),
    setFailure: assignWith((_, { error }: Failed) => ({ failure: Failure.from(error) })),
    setRefusal: assignWith((context, { error }: Failed) =>
      refusalAfter(context, Failure.from(error)),
    ),
    clearFailure: assignWith(() => ({ failure: null })),
    clearRefusal: assignWith(() => ({ failure: null, twoFactorToken: null })),
  }
}

export const signInAgainGuards = {
  isSameAccount: (_: unknown, { output }: Checked) => isSameAccount(output),
}

/** The guards in plain words. */
export const signInAgainGuardDescriptions = {
  isSameAccount: 'The account that was editing is signed in again.',
}
