/**
 * Offers signing in again when the session has ended on a screen on which no page is edited, such as the form of an item. The
 * screen stays as it is, and what was refused is sent again once the same account has a session.
 */
import { type ActorRefFrom, assertEvent, emit, setup } from 'xstate'
import type { SessionRefusal } from '#content/model/session.ts'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { callbackEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'
import {
  type RenewalEmitted,
  type SignInAgainEvent,
  noRefusal,
  signInAgainActions,
  signInAgainActors,
  signInAgainGuards,
  signInAgainGuardDescriptions,
} from './sign-in-again.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    screenRenewal: RenewalEmitted
  }
}

export type ScreenRenewalEvent =
  | SignInAgainEvent
  /** A request of the screen was refused with 401. */
  | { type: 'renewal.requested'; isBackground: boolean }
  | { type: 'location.committed'; location: Location }

const whenRenewed = {
  guard: withEvent('isSameAccount'),
  target: '#screenRenewal.idle',
  actions: 'emitRenewed',
} as const
const setOtherUser = withEvent('setOtherUser')
const asking = { target: 'prompting.checking', actions: 'clearRefusal' } as const
const canceled = { target: 'declined', actions: 'emitDeclined' } as const

export const screenRenewalMachine = setup({
  types: {} as {
    context: SessionRefusal
    events: ScreenRenewalEvent
    emitted: EmittedBy<'screenRenewal'>
    /** `told`: the notice is shown. `open`: the dialog is shown. `busy`: it waits for the server. */
    tags: 'told' | 'open' | 'busy'
  },
  actors: { ...signInAgainActors, watchWindow: callbackEffect<ScreenRenewalEvent>(), listener },
  actions: {
    ...signInAgainActions<ScreenRenewalEvent>(),
    emitRenewed: emit({ type: 'session.renewed' }),
    emitDeclined: emit({ type: 'renewal.declined' }),
  },
  guards: signInAgainGuards,
}).createMachine({
  id: 'screenRenewal',
  meta: {
    guards: {
      ...signInAgainGuardDescriptions,
    },
  },
  context: noRefusal,
  invoke: listenTo<ScreenRenewalEvent>({ navigation: ['location.committed'] }),
  initial: 'idle',
  on: { 'location.committed': { target: '.idle', actions: 'emitDeclined' } },
  states: {
    idle: {
      description: 'The session is there, as far as is known.',
      on: { 'renewal.requested': asking, 'location.committed': undefined },
    },
    prompting: {
      description: 'A dialog asks the user to sign in again.',
      tags: 'open',
      // If the window cannot be watched, the dialog asks for a password that is not needed any more.
      invoke: { id: 'watchWindow', src: 'watchWindow', onError: {} },
      on: { 'proof.submitted': 'signingIn', 'renewal.canceled': canceled },
      initial: 'checking',
      states: {
        waiting: {
          description: 'The user enters the password, or signs in in another window.',
          on: { 'window.focused': 'checking' },
        },
        /** Goes on without a password if the same account has signed in in another window. */
        checking: {
          description: 'Looks whether the same account has a session again.',
          invoke: {
            id: 'readSession',
            src: 'readSession',
            onDone: [whenRenewed, { target: 'waiting', actions: setOtherUser }],
            onError: { target: 'waiting', actions: withEvent('setFailure') },
          },
        },
      },
    },
    signingIn: {
      description: 'The password or the code is being checked.',
      tags: ['open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'proof.submitted')
          return { proof: event.proof }
        },
        onDone: [whenRenewed, { target: 'prompting.waiting', actions: setOtherUser }],
        onError: { target: 'prompting.waiting', actions: withEvent('setRefusal') },
      },
      on: { 'renewal.canceled': canceled },
    },
    /** The refused request has failed, and all that was entered is still there. A notice offers to sign in until another one is opened. */
    declined: {
      description: 'The user does not want to sign in now, and a notice offers it.',
      tags: 'told',
      on: {
        'signIn.requested': asking,
        'renewal.requested': asking,
      },
    },
  },
})

export type ScreenRenewalRef = ActorRefFrom<typeof screenRenewalMachine>
