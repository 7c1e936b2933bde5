/** Confirms an email address with the link of a mail, and has the mail sent again when the link is not valid any more. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import type { AccountLink } from '#content/account/account-link.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import { eventOf } from '../event-of.ts'

interface Input {
  link: AccountLink
  attempt?: AccountAttempt | undefined
}

interface Context extends Input {
  failure: Failure | AccountAttempt['failure']
}

type EmailConfirmationEvent =
  /** After a failure that may pass. */
  { type: 'retry.requested' } | { type: 'resend.requested' }

const linkInput = ({ context: { link } }: { context: Context }) => ({ link })
const setFailure = { type: 'setFailure', params: eventOf } as const

export const emailConfirmationMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: EmailConfirmationEvent
    tags: 'busy'
  },
  actors: {
    confirmEmail: promiseEffect<void, { link: AccountLink }>('confirmEmail'),
    /** Resolves for an unknown name too, so that nobody learns who has an account. */
    resendMail: promiseEffect<void, { link: AccountLink }>('resendMail'),
  },
  actions: {
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    isOpened: ({ context }) => context.attempt === undefined,
    isResent: ({ context: { attempt } }) => attempt!.isResend && attempt!.failure === null,
    isConfirmed: ({ context }) => context.attempt!.failure === null,
    isAttemptTaken: ({ context: { attempt } }) =>
      !attempt!.isResend && attempt!.failure!.status === 401,
    isAttemptExpired: ({ context: { attempt } }) =>
      attempt!.isResend || attempt!.failure!.status === 404,
    /** Another account has taken the address meanwhile. */
    isTaken: (_, { error }: { error: unknown }) => Failure.from(error).status === 401,
    isExpired: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'notFound',
  },
}).createMachine({
  id: 'emailConfirmation',
  context: ({ input }) => ({ ...input, failure: input.attempt?.failure ?? null }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'isOpened', target: 'confirming' },
        { guard: 'isResent', target: 'resent' },
        { guard: 'isConfirmed', target: 'confirmed' },
        { guard: 'isAttemptTaken', target: 'taken' },
        { guard: 'isAttemptExpired', target: 'expired' },
        'failed',
      ],
    },
    confirming: {
      tags: 'busy',
      invoke: {
        id: 'confirmEmail',
        src: 'confirmEmail',
        input: linkInput,
        onDone: 'confirmed',
        onError: [
          { guard: { type: 'isTaken', params: eventOf }, target: 'taken' },
          { guard: { type: 'isExpired', params: eventOf }, target: 'expired' },
          { target: 'failed', actions: setFailure },
        ],
      },
    },
    failed: { on: { 'retry.requested': { target: 'confirming', actions: 'clearFailure' } } },
    confirmed: {},
    taken: {},
    expired: { on: { 'resend.requested': { target: 'resending', actions: 'clearFailure' } } },
    resending: {
      tags: 'busy',
      invoke: {
        id: 'resendMail',
        src: 'resendMail',
        input: linkInput,
        onDone: 'resent',
        onError: { target: 'expired', actions: setFailure },
      },
    },
    resent: {},
  },
})

export type EmailConfirmationRef = ActorRefFrom<typeof emailConfirmationMachine>
type Snapshot = SnapshotFrom<typeof emailConfirmationMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const selectLink = (snapshot: Snapshot) => snapshot.context.link
/** Returns the state that the screen shows. */
export const selectState = (snapshot: Snapshot) => snapshot.value
