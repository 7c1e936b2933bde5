/** Confirms an email address with the link of a mail, and has the mail sent again when the link is not valid any more. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { type AccountAttempt, failureOfAttempt } from '#content/account/account-attempt.ts'
import type { AccountLink } from '#content/account/account-link.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Input {
  link: AccountLink
  attempt?: AccountAttempt | undefined
}

interface Context extends Input {
  failure: Failure | null
}

type EmailConfirmationEvent =
  /** After a failure that may pass. */
  { type: 'retry.requested' } | { type: 'resend.requested' }

const linkInput = ({ context: { link } }: { context: Context }) => ({ link })
const setFailure = withEvent('setFailure')

export const emailConfirmationMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: EmailConfirmationEvent
    tags: 'busy'
  },
  actors: {
    confirmEmail: promiseEffect<void, { link: AccountLink }>(),
    /** Resolves for an unknown name too, so that nobody learns who has an account. */
    resendMail: promiseEffect<void, { link: AccountLink }>(),
  },
  actions: {
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    isOpened: ({ context: { attempt } }) => attempt === undefined,
    isConfirmed: ({ context: { attempt, failure } }) => !attempt!.isResend && failure === null,
    isConfirmationRefused: ({ context: { attempt } }) => !attempt!.isResend,
    isResent: ({ context: { failure } }) => failure === null,
    /** Another account has taken the address meanwhile. */
    isTaken: ({ context: { failure } }) => failure!.status === 401,
    isExpired: ({ context: { failure } }) => failure!.kind === 'notFound',
  },
}).createMachine({
  id: 'emailConfirmation',
  meta: {
    guards: {
      isOpened: 'The link was opened with scripts, so nothing was tried yet.',
      isConfirmed: 'The server has confirmed the address before the scripts had loaded.',
      isConfirmationRefused: 'The server was asked to confirm the address, and has refused.',
      isResent: 'The server has sent a new mail before the scripts had loaded.',
      isTaken: 'Another account has taken the address.',
      isExpired: 'The link has expired or was used already.',
    },
  },
  context: ({ input }) => ({ ...input, failure: failureOfAttempt(input.attempt) }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Looks whether the server has tried the link already.',
      always: [
        { guard: 'isOpened', target: 'confirming' },
        { guard: 'isConfirmed', target: 'confirmed' },
        { guard: 'isConfirmationRefused', target: 'refused' },
        { guard: 'isResent', target: 'resent' },
        'expired',
      ],
    },
    confirming: {
      description: 'The server is asked to confirm the address.',
      tags: 'busy',
      invoke: {
        id: 'confirmEmail',
        src: 'confirmEmail',
        input: linkInput,
        onDone: 'confirmed',
        onError: { target: 'refused', actions: setFailure },
      },
    },
    refused: {
      description: 'The address was not confirmed, for a reason that decides what is offered.',
      always: [
        { guard: 'isTaken', target: 'taken', actions: 'clearFailure' },
        { guard: 'isExpired', target: 'expired', actions: 'clearFailure' },
        'failed',
      ],
    },
    failed: {
      description: 'The server could not be reached, and the user can try again.',
      on: { 'retry.requested': { target: 'confirming', actions: 'clearFailure' } },
    },
    confirmed: { description: 'The address is confirmed.' },
    taken: { description: 'Another account has the address by now.' },
    expired: {
      description: 'The link is not valid any more, and a new mail can be asked for.',
      on: { 'resend.requested': { target: 'resending', actions: 'clearFailure' } },
    },
    resending: {
      description: 'The server is asked for a new mail.',
      tags: 'busy',
      invoke: {
        id: 'resendMail',
        src: 'resendMail',
        input: linkInput,
        onDone: 'resent',
        onError: { target: 'expired', actions: setFailure },
      },
    },
    resent: { description: 'A new mail is on its way.' },
  },
})

export type EmailConfirmationRef = ActorRefFrom<typeof emailConfirmationMachine>
type Snapshot = SnapshotFrom<typeof emailConfirmationMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const selectLink = (snapshot: Snapshot) => snapshot.context.link
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
const outcomes = ['confirmed', 'taken', 'resent'] as const
/** Returns what has become of the confirmation; null while there is something to do. */
export const selectOutcome = (snapshot: Snapshot) =>
  outcomes.find((outcome) => snapshot.matches(outcome)) ?? null
