/** Sets a new password with the link of a mail, which is valid once and for an hour. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import { type AccountAttempt, failureOfAttempt } from '#content/account/account-attempt.ts'
import type { AccountLink } from '#content/account/account-link.ts'
import { type NewPassword, passwordMismatch } from '#content/account/new-password.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Input {
  link: AccountLink
  attempt?: AccountAttempt | undefined
}

interface Context extends Input {
  failure: Failure | null
  /** The mistakes in the new password. */
  errors: readonly string[]
}

type PasswordResetEvent =
  | { type: 'password.submitted'; password: NewPassword }
  /** The fields say something else than what was refused. */
  | { type: 'password.changed' }

export const passwordResetMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: PasswordResetEvent
    tags: 'busy'
  },
  actors: {
    /** Resolves with what is wrong with the password; with nothing once it is set. */
    resetPassword: promiseEffect<readonly string[], { link: AccountLink; password: NewPassword }>(),
  },
  actions: {
    setMismatch: assign({ failure: null, errors: [passwordMismatch] }),
    setErrors: assign((_, { output }: { output: readonly string[] }) => ({ errors: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null, errors: [] }),
  },
  guards: {
    isDone: ({ context: { attempt } }) => attempt?.failure === null,
    isRefused: ({ context: { failure } }) => failure !== null,
    isMismatch: (_, { password: { first, second } }: { password: NewPassword }) => first !== second,
    isAccepted: (_, { output }: { output: readonly string[] }) => output.length === 0,
    isExpired: ({ context: { failure } }) => failure?.kind === 'notFound',
  },
}).createMachine({
  id: 'passwordReset',
  meta: {
    guards: {
      isDone: 'The password was set before the scripts had loaded.',
      isRefused: 'The server has refused the password, or could not be reached.',
      isMismatch: 'The two passwords differ.',
      isAccepted: 'The server has found no mistake in the password.',
      isExpired: 'The link has expired or was used already.',
    },
  },
  context: ({ input }) => ({
    ...input,
    failure: failureOfAttempt(input.attempt),
    errors: input.attempt?.errors ?? [],
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Looks whether the password was sent before the scripts had loaded.',
      always: [
        { guard: 'isDone', target: 'done' },
        { guard: 'isRefused', target: 'refused' },
        'entering',
      ],
    },
    entering: {
      description: 'The user enters the new password twice.',
      on: {
        'password.changed': { actions: 'clearFailure' },
        'password.submitted': [
          { guard: withEvent('isMismatch'), actions: 'setMismatch' },
          { target: 'saving', actions: 'clearFailure' },
        ],
      },
    },
    saving: {
      description: 'The new password is being set.',
      tags: 'busy',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context: { link }, event }) => {
          assertEvent(event, 'password.submitted')
          return { link, password: event.password }
        },
        onDone: [
          { guard: withEvent('isAccepted'), target: 'done' },
          { target: 'entering', actions: withEvent('setErrors') },
        ],
        onError: { target: 'refused', actions: withEvent('setFailure') },
      },
    },
    refused: {
      description: 'The password was not set, for a reason that decides what is offered.',
      always: [{ guard: 'isExpired', target: 'expired', actions: 'clearFailure' }, 'entering'],
    },
    done: { description: 'The new password is set.' },
    expired: { description: 'The link is not valid any more.' },
  },
})

export type PasswordResetRef = ActorRefFrom<typeof passwordResetMachine>
type Snapshot = SnapshotFrom<typeof passwordResetMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isDone = (snapshot: Snapshot) => snapshot.matches('done')
export const isExpired = (snapshot: Snapshot) => snapshot.matches('expired')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
