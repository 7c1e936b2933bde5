/**
 * Offers signing in again when the session has ended while editing. The editor and all that was typed stay as they are,
 * and what was refused is sent again once the same account has a session. A dialog asks for the password, and then for a code
 * if the account has a second factor, but never while a text has the focus: that would receive the keys of somebody who types on.
 */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, emit, setup } from 'xstate'
import type { SessionRefusal } from '#content/model/session.ts'
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
    sessionRenewal: RenewalEmitted
  }
}

export type SessionRenewalEvent =
  | SignInAgainEvent
  | Extract<EmittedBy<'editMode'>, { type: `edit.${string}` }>
  /** A request was refused with 401. One in the background, while typing, asks nobody who has declined before. */
  | { type: 'renewal.requested'; isBackground: boolean }
  /** The focus is in no text of the page. */
  | { type: 'text.left' }
  /** An action begins, which needs the server. */
  | { type: 'save.requested' }

const renewal = setup({
  types: {} as {
    context: SessionRefusal
    events: SessionRenewalEvent
    emitted: EmittedBy<'sessionRenewal'>
    /**
     * `ended`: nothing is sent to the server. `told`: the notice is shown. `open`: the dialog is shown. `busy`: it waits for the
     * server.
     */
    tags: 'ended' | 'told' | 'open' | 'busy'
  },
  actors: {
    ...signInAgainActors,
    watchWindow: callbackEffect<SessionRenewalEvent>(),
    /** Reports that the focus is in no text, or leaves it. */
    watchFocus: callbackEffect<SessionRenewalEvent>(),
    listener,
  },
  actions: {
    ...signInAgainActions<SessionRenewalEvent>(),
    emitRenewed: emit({ type: 'session.renewed' }),
    emitDeclined: emit({ type: 'renewal.declined' }),
  },
  guards: {
    ...signInAgainGuards,
    isInForeground: (_, { isBackground }: { isBackground: boolean }) => !isBackground,
  },
})

const whenRenewed = {
  guard: withEvent('isSameAccount'),
  target: '#sessionRenewal.editing',
  actions: 'emitRenewed',
} as const
const isInForeground = withEvent('isInForeground')
const setOtherUser = withEvent('setOtherUser')
const setFailure = withEvent('setFailure')
const asking = { target: '#sessionRenewal.prompting.checking', actions: 'clearRefusal' } as const

/** Goes on without a password if the same account has signed in in another window. */
const checkedAgain = renewal.createStateConfig({
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The user has not signed in again yet.',
      on: { 'window.focused': 'checking' },
    },
    checking: {
      description: 'Looks whether the same account has a session again.',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [whenRenewed, { target: 'waiting', actions: setOtherUser }],
        onError: { target: 'waiting', actions: setFailure },
      },
    },
  },
})

/** Reads the session after a request was refused: in the meantime, the same account may have signed in elsewhere. */
const reading = (otherwise: '#sessionRenewal.telling' | '#sessionRenewal.declined') =>
  renewal.createStateConfig({
    tags: 'ended',
    entry: 'clearRefusal',
    invoke: {
      id: 'readSession',
      src: 'readSession',
      onDone: [whenRenewed, { target: otherwise, actions: setOtherUser }],
      onError: { target: otherwise, actions: setFailure },
    },
  })

export const sessionRenewalMachine = renewal.createMachine({
  id: 'sessionRenewal',
  meta: {
    guards: {
      ...signInAgainGuardDescriptions,
      isInForeground: 'The user waits for what needs the session.',
    },
  },
  context: noRefusal,
  invoke: [
    listenTo<SessionRenewalEvent>({
      editMode: ['edit.entered', 'edit.exited'],
      pendingAction: ['save.requested'],
    }),
    // If the window cannot be watched, the end of the session is noticed when a request is refused.
    { id: 'watchWindow', src: 'watchWindow', onError: {} },
  ],
  initial: 'viewing',
  on: { 'edit.exited': { target: '.viewing', actions: 'emitDeclined' } },
  states: {
    /** Nothing can be lost: a page that is refused ends the session. */
    viewing: {
      description: 'Edit mode is off, so nothing needs to be renewed.',
      on: { 'edit.entered': 'verifying' },
    },
    /** The session has not ended, as far as is known. */
    editing: {
      description: 'Edit mode is on, and the session is there, as far as is known.',
      on: {
        'window.focused': 'verifying',
        'renewal.requested': 'reading',
        'signIn.requested': asking,
      },
    },
    /** Finds out that the session has ended before anything is typed. */
    verifying: {
      description: 'Looks whether the session is still there.',
      entry: 'clearRefusal',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          { guard: whenRenewed.guard, target: 'editing' },
          { target: 'telling', actions: setOtherUser },
        ],
        onError: 'editing',
      },
      on: { 'renewal.requested': 'reading' },
    },
    reading: {
      description: 'A change was refused; looks whether the session has really ended.',
      ...reading('#sessionRenewal.telling'),
    },
    /** A text has the focus, and keeps it. */
    telling: {
      description: 'The session has ended, and a notice says so while the user goes on typing.',
      tags: ['ended', 'told'],
      // Without the watch, the button of the notice asks for the password.
      invoke: { id: 'watchFocus', src: 'watchFocus', onError: {} },
      on: {
        'text.left': 'prompting',
        'save.requested': 'prompting',
        'signIn.requested': 'prompting',
        'renewal.requested': { guard: isInForeground, target: 'prompting' },
      },
      ...checkedAgain,
    },
    prompting: {
      description: 'A dialog asks the user to sign in again.',
      tags: ['ended', 'open'],
      on: {
        'proof.submitted': 'signingIn',
        'renewal.canceled': 'declined',
      },
      ...checkedAgain,
    },
    signingIn: {
      description: 'The password or the code is being checked.',
      tags: ['ended', 'open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'proof.submitted')
          return { proof: event.proof }
        },
        onDone: [whenRenewed, { target: 'prompting', actions: setOtherUser }],
        onError: { target: 'prompting', actions: withEvent('setRefusal') },
      },
      on: { 'renewal.canceled': 'declined' },
    },
    /** The edits cannot be saved: their requests fail, and they stay on the page. */
    declined: {
      description: 'The user does not want to sign in now, so what was refused stays unsaved.',
      tags: 'ended',
      entry: 'emitDeclined',
      on: {
        'signIn.requested': asking,
        'window.focused': 'rereading',
        'renewal.requested': [
          { guard: isInForeground, target: 'reading' },
          { target: 'rereading' },
        ],
      },
    },
    rereading: {
      description: 'Looks whether the user, who had declined, has signed in elsewhere.',
      ...reading('#sessionRenewal.declined'),
      on: {
        'signIn.requested': 'prompting.checking',
        'renewal.requested': { guard: isInForeground, target: 'reading' },
      },
    },
  },
})

export type SessionRenewalRef = ActorRefFrom<typeof sessionRenewalMachine>
type Snapshot = SnapshotFrom<typeof sessionRenewalMachine>
/** The part of a snapshot that the notice and the dialog show, for either of the two actors that renew a session. */
interface Renewal {
  context: SessionRefusal
  hasTag: (tag: 'told' | 'open' | 'busy') => boolean
}
export const isEnded = (snapshot: Snapshot) => snapshot.hasTag('ended')
export const isTold = (snapshot: Renewal) => snapshot.hasTag('told')
export const isOpen = (snapshot: Renewal) => snapshot.hasTag('open')
export const isBusy = (snapshot: Renewal) => snapshot.hasTag('busy')
export const selectFailure = (snapshot: Renewal) => snapshot.context.failure
/** Returns the token that a code is sent with; null while the password is asked for. */
export const selectTwoFactorToken = (snapshot: Renewal) => snapshot.context.twoFactorToken
export const selectOtherUser = (snapshot: Renewal) => snapshot.context.otherUser
