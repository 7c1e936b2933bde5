/**
 * Offers signing in where a tab was editing before its document was loaded again and nobody is signed in any more, such
 * as after the session has expired. Editing goes on once an administrator has signed in.
 */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

type SignInOfferEvent =
  | { type: 'session.started' }
  /** The user does not want to go on editing. */
  | { type: 'offer.dismissed' }

export const signInOfferMachine = setup({
  types: {} as { events: SignInOfferEvent },
  actors: {
    /** Resolves with true if this tab was editing and nobody is signed in, once that is known. */
    wasInterrupted: promiseEffect<boolean>(),
    listener,
  },
  actions: {
    /** Forgets that this tab was editing, so that signing in later does not begin with that. */
    clearEditingFlag: actionEffect(),
  },
  guards: { wasInterrupted: (_, { output }: { output: boolean }) => output },
}).createMachine({
  id: 'signInOffer',
  meta: {
    guards: {
      wasInterrupted: 'The tab was editing, and nobody is signed in any more.',
    },
  },
  invoke: listenTo<SignInOfferEvent>({ auth: ['session.started'] }),
  initial: 'reading',
  states: {
    reading: {
      description: 'Looks whether this tab was editing before it was loaded again.',
      invoke: {
        id: 'wasInterrupted',
        src: 'wasInterrupted',
        onDone: [{ guard: withEvent('wasInterrupted'), target: 'offered' }, 'settled'],
        onError: 'settled',
      },
    },
    offered: {
      description: 'A notice offers signing in to go on editing.',
      on: {
        'session.started': 'settled',
        'offer.dismissed': { target: 'settled', actions: 'clearEditingFlag' },
      },
    },
    settled: { description: 'Nothing was interrupted, or the offer was answered.' },
  },
})

export type SignInOfferRef = ActorRefFrom<typeof signInOfferMachine>
/** True while it is not known whether somebody who was editing is signed in. */
export const isReading = (snapshot: SnapshotFrom<typeof signInOfferMachine>) =>
  snapshot.matches('reading')
export const isOffered = (snapshot: SnapshotFrom<typeof signInOfferMachine>) =>
  snapshot.can({ type: 'offer.dismissed' })
