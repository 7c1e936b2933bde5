/** Sets a new password with the link of a mail, which is valid once and for an hour. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import type { AccountLink, NewPassword } from '#content/account/account-link.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import { eventOf } from '../event-of.ts'

interface Input {
  link: AccountLink
  attempt?: AccountAttempt | undefined
}

interface Context extends Input {
  failure: Failure | AccountAttempt['failure']
  /** The mistakes in the new password. */
  errors: readonly string[]
}

type PasswordResetEvent =
  | { type: 'password.submitted'; password: NewPassword }
  /** The fields say something else than what was refused. */
  | { type: 'password.changed' }

const mismatchMessage = 'The two passwords are not the same.'

export const passwordResetMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: PasswordResetEvent
    tags: 'busy'
  },
  actors: {
    /** Resolves with what is wrong with the password; with nothing once it is set. */
    resetPassword: promiseEffect<readonly string[], { link: AccountLink; password: NewPassword }>(
      'resetPassword',
    ),
  },
  actions: {
    setMismatch: assign({ failure: null, errors: [mismatchMessage] }),
    setErrors: assign((_, { output }: { output: readonly string[] }) => ({ errors: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null, errors: [] }),
  },
  guards: {
    isDone: ({ context: { attempt } }) => attempt?.failure === null,
    isAttemptExpired: ({ context: { attempt } }) => attempt?.failure?.status === 404,
    isMismatch: (_, { password: { first, second } }: { password: NewPassword }) => first !== second,
    isAccepted: (_, { output }: { output: readonly string[] }) => output.length === 0,
    isExpired: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'notFound',
  },
}).createMachine({
  id: 'passwordReset',
  context: ({ input }) => ({
    ...input,
    failure: input.attempt?.failure ?? null,
    errors: input.attempt?.errors ?? [],
  }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'isDone', target: 'done' },
        { guard: 'isAttemptExpired', target: 'expired' },
        'entering',
      ],
    },
    entering: {
      on: {
        'password.changed': { actions: 'clearFailure' },
        'password.submitted': [
          { guard: { type: 'isMismatch', params: eventOf }, actions: 'setMismatch' },
          { target: 'saving', actions: 'clearFailure' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context: { link }, event }) => {
          assertEvent(event, 'password.submitted')
          return { link, password: event.password }
        },
        onDone: [
          { guard: { type: 'isAccepted', params: eventOf }, target: 'done' },
          { target: 'entering', actions: { type: 'setErrors', params: eventOf } },
        ],
        onError: [
          { guard: { type: 'isExpired', params: eventOf }, target: 'expired' },
          { target: 'entering', actions: { type: 'setFailure', params: eventOf } },
        ],
      },
    },
    done: {},
    expired: {},
  },
})

export type PasswordResetRef = ActorRefFrom<typeof passwordResetMachine>
type Snapshot = SnapshotFrom<typeof passwordResetMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isDone = (snapshot: Snapshot) => snapshot.matches('done')
export const isExpired = (snapshot: Snapshot) => snapshot.matches('expired')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
