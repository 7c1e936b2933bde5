/** Has a test mail sent, and shows the answer of the mail server. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { TestMailResult } from '#content/settings/test-mail.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

interface Context {
  /** Null until a mail server has answered. */
  result: TestMailResult | null
  failure: Failure | null
}

export const testMailMachine = setup({
  types: {} as { context: Context; events: { type: 'mail.requested' }; tags: 'busy' },
  actors: {
    sendTestMail: promiseEffect<TestMailResult>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setResult: assign((_, { output }: { output: TestMailResult }) => ({ result: output })),
    clear: assign({ result: null, failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: renewalGuards,
}).createMachine({
  id: 'testMail',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
    },
  },
  context: { result: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'A test mail can be asked for.',
      on: { 'mail.requested': { target: 'sending', actions: 'clear' } },
    },
    sending: {
      description: 'The server is asked to send the mail.',
      tags: 'busy',
      invoke: {
        id: 'sendTestMail',
        src: 'sendTestMail',
        onDone: { target: 'idle', actions: withEvent('setResult') },
        onError: renewOr('idle'),
      },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('sending', 'idle'),
    },
  },
})

export type TestMailRef = ActorRefFrom<typeof testMailMachine>
type Snapshot = SnapshotFrom<typeof testMailMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectResult = ({ context }: Snapshot) => context.result
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
