/** Sends a test by a form, to see that what visitors send arrives. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'
import { eventOf } from '../event-of.ts'

interface FormTestInput {
  form: Iri
}

interface Context extends FormTestInput {
  failure: Failure | null
}

export const formTestMachine = setup({
  types: {} as { input: FormTestInput; context: Context; events: { type: 'test.requested' } },
  actors: {
    /** Resolves once the test is stored, and on its way to the recipients as the form is saved by then. */
    sendTest: promiseEffect<void, FormTestInput>('sendTest'),
  },
  actions: {
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
}).createMachine({
  id: 'formTest',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'idle',
  states: {
    idle: { on: { 'test.requested': 'sending' } },
    sending: {
      entry: 'clearFailure',
      invoke: {
        id: 'sendTest',
        src: 'sendTest',
        input: ({ context: { form } }) => ({ form }),
        onDone: 'sent',
        onError: { target: 'idle', actions: { type: 'setFailure', params: eventOf } },
      },
    },
    sent: { on: { 'test.requested': 'sending' } },
  },
})

export type FormTestRef = ActorRefFrom<typeof formTestMachine>
type Snapshot = SnapshotFrom<typeof formTestMachine>
export const isSending = (snapshot: Snapshot) => snapshot.matches('sending')
export const isSent = (snapshot: Snapshot) => snapshot.matches('sent')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
