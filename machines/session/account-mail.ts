/** Has a mail about an account sent again, and says for a while that it was. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { PendingMail } from '#content/account/account-mails.ts'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { renewOr, renewSession, renewalGuards, renewalGuardDescriptions } from './renew-session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

type MailRequest = PendingMail['request']

interface Context {
  /** The request that is sent; null before the first. */
  request: MailRequest | null
  failure: Failure | null
}

/**
 * The time for which it is said that a mail was sent, in milliseconds.
 * @internal Exported for tests.
 */
export const sentNoticeTime = 5_000

export const accountMailMachine = setup({
  types: {} as {
    context: Context
    events: { type: 'mail.requested'; request: MailRequest }
    tags: 'busy'
  },
  actors: {
    sendMail: promiseEffect<void, { request: MailRequest }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setRequest: assign((_, { request }: { request: MailRequest }) => ({ request, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  delays: { sentNoticeTime },
  guards: renewalGuards,
}).createMachine({
  id: 'accountMail',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
    },
  },
  context: { request: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The mail can be asked for.',
      on: { 'mail.requested': { target: 'sending', actions: withEvent('setRequest') } },
    },
    sending: {
      description: 'The server is asked to send the mail.',
      tags: 'busy',
      invoke: {
        id: 'sendMail',
        src: 'sendMail',
        input: ({ context }) => ({ request: context.request! }),
        onDone: 'sent',
        onError: renewOr('idle'),
      },
    },
    sent: {
      description: 'The mail was sent, which the screen says for a while.',
      after: { sentNoticeTime: 'idle' },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('sending', 'idle'),
    },
  },
})

export type AccountMailRef = ActorRefFrom<typeof accountMailMachine>
type Snapshot = SnapshotFrom<typeof accountMailMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isSent = (snapshot: Snapshot) => snapshot.matches('sent')
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
