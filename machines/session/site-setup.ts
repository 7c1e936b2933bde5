/** Sets up a new site with the address that its first start prints, which is valid once. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import { type NewPassword, passwordMismatch } from '#content/account/new-password.ts'
import type { SetupAnswers } from '#content/account/site-setup.ts'
import { type ItemErrors, errorsOf } from '#content/admin/item-form.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect, actionEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Input {
  token: string
}

interface Context extends Input {
  /** The name that the first account has until it gets another; null until it is read. */
  username: string | null
  /** The messages about single answers, by their names. */
  errors: ItemErrors
  failure: Failure | null
}

type Answers = Omit<SetupAnswers, 'plainPassword'> & { password: NewPassword }

type SiteSetupEvent =
  | { type: 'setup.submitted'; answers: Answers }
  /** An answer says something else than what was refused. */
  | { type: 'answer.changed'; name: string }
  | { type: 'retry.requested' }

interface Failed {
  error: unknown
}

export const siteSetupMachine = setup({
  types: {} as { input: Input; context: Context; events: SiteSetupEvent; tags: 'busy' },
  actors: {
    readSetup: promiseEffect<{ username: string }, Input>(),
    sendSetup: promiseEffect<void, { token: string; answers: SetupAnswers }>(),
  },
  actions: {
    setUsername: assign((_, { output }: { output: { username: string } }) => ({
      username: output.username,
    })),
    setMismatch: assign({ failure: null, errors: { plainPassword: passwordMismatch } }),
    clearError: assign(({ context }, { name }: { name: string }) => ({
      errors: Object.fromEntries(Object.entries(context.errors).filter(([key]) => key !== name)),
    })),
    setFailure: assign((_, { error }: Failed) => {
      const failure = Failure.from(error)
      const errors = errorsOf(failure.violations)
      return { errors, failure: Object.keys(errors).length > 0 ? null : failure }
    }),
    clearFailure: assign({ failure: null, errors: {} }),
    /** Opens the site anew, as the owner who is signed in by now. */
    openSite: actionEffect(),
  },
  guards: {
    isMismatch: (_, { answers: { password } }: { answers: Answers }) =>
      password.first !== password.second,
    isExpired: (_, { error }: Failed) => Failure.from(error).kind === 'notFound',
  },
}).createMachine({
  id: 'siteSetup',
  meta: {
    guards: {
      isMismatch: 'The two passwords differ.',
      isExpired: 'The address of the setup was used or is wrong.',
    },
  },
  context: ({ input }) => ({ ...input, username: null, errors: {}, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'Asks the server whether the address of the setup is still valid.',
      tags: 'busy',
      invoke: {
        id: 'readSetup',
        src: 'readSetup',
        input: ({ context: { token } }) => ({ token }),
        onDone: { target: 'entering', actions: withEvent('setUsername') },
        onError: [
          { guard: withEvent('isExpired'), target: 'expired' },
          { target: 'failed', actions: withEvent('setFailure') },
        ],
      },
    },
    failed: {
      description: 'The server could not be reached, and the user can try again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    entering: {
      description: 'The user enters the account and the name of the site.',
      on: {
        'answer.changed': { actions: withEvent('clearError') },
        'setup.submitted': [
          { guard: withEvent('isMismatch'), actions: 'setMismatch' },
          { target: 'saving', actions: 'clearFailure' },
        ],
      },
    },
    saving: {
      description: 'The answers are on their way to the server.',
      tags: 'busy',
      invoke: {
        id: 'sendSetup',
        src: 'sendSetup',
        input: ({ context: { token }, event }) => {
          assertEvent(event, 'setup.submitted')
          const { password, ...answers } = event.answers
          return { token, answers: { ...answers, plainPassword: password.first } }
        },
        onDone: 'done',
        onError: [
          { guard: withEvent('isExpired'), target: 'expired' },
          { target: 'entering', actions: withEvent('setFailure') },
        ],
      },
    },
    done: { description: 'The site is set up, and is being opened.', entry: 'openSite' },
    /** The address was used already, or somebody has signed in another way. */
    expired: { description: 'The address of the setup was used or is wrong.' },
  },
})

export type SiteSetupRef = ActorRefFrom<typeof siteSetupMachine>
type Snapshot = SnapshotFrom<typeof siteSetupMachine>
export const isSaving = (snapshot: Snapshot) => snapshot.matches('saving')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isExpired = (snapshot: Snapshot) => snapshot.matches('expired')
export const isDone = (snapshot: Snapshot) => snapshot.matches('done')
export const selectUsername = (snapshot: Snapshot) => snapshot.context.username
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
