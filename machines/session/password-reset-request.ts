/** Asks for a mail with a link to choose a new password. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import { type AccountAttempt, failureOfAttempt } from '#content/account/account-attempt.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Context {
  /** The name or address that was entered. */
  username: string
  failure: Failure | null
  /** The form that was sent without scripts; undefined on a screen that was opened. */
  attempt: AccountAttempt | undefined
}

export const passwordResetRequestMachine = setup({
  types: {} as {
    input: { attempt?: AccountAttempt | undefined }
    context: Context
    events: { type: 'reset.requested'; username: string }
    tags: 'busy'
  },
  actors: {
    /** Resolves for an unknown name too, so that nobody learns who has an account. */
    requestReset: promiseEffect<void, { username: string }>(),
  },
  actions: {
    setUsername: assign((_, { username }: { username: string }) => ({ username, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    isSent: ({ context: { attempt } }) => attempt?.failure === null,
  },
}).createMachine({
  id: 'passwordResetRequest',
  meta: {
    guards: {
      isSent: 'The mail was sent before the scripts had loaded.',
    },
  },
  context: ({ input: { attempt } }) => ({
    username: attempt?.username ?? '',
    failure: failureOfAttempt(attempt),
    attempt,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Looks whether the mail was asked for before the scripts had loaded.',
      always: [{ guard: 'isSent', target: 'sent' }, 'entering'],
    },
    entering: {
      description: 'The user enters a name or an address.',
      on: {
        'reset.requested': {
          target: 'sending',
          actions: withEvent('setUsername'),
        },
      },
    },
    sending: {
      description: 'The server is asked for the mail.',
      tags: 'busy',
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ event }) => {
          assertEvent(event, 'reset.requested')
          return { username: event.username }
        },
        onDone: 'sent',
        onError: { target: 'entering', actions: withEvent('setFailure') },
      },
    },
    sent: { description: 'The mail is on its way, if there is such an account.' },
  },
})

export type PasswordResetRequestRef = ActorRefFrom<typeof passwordResetRequestMachine>
type Snapshot = SnapshotFrom<typeof passwordResetRequestMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isSent = (snapshot: Snapshot) => snapshot.matches('sent')
export const selectUsername = (snapshot: Snapshot) => snapshot.context.username
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
