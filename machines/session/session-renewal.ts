/**
 * Offers signing in again when the session has ended while editing. The editor and all that was typed stay as they are,
 * and what was refused is sent again once the same account has a session.
 */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type SessionCheck, type SessionRefusal, isSameAccount } from '#content/model/session.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    sessionRenewal:
      | /** The account that edits is signed in again, so that what was refused can be sent. */
        { type: 'session.renewed' }
        /** Nobody has signed in, so what was refused fails. */
      | { type: 'renewal.declined' }
  }
}

export type SessionRenewalEvent =
  | Extract<EmittedBy<'editMode'>, { type: `edit.${string}` }>
  /** A request was refused with 401. One in the background, while typing, asks nobody who has declined before. */
  | { type: 'renewal.requested'; isBackground: boolean }
  /** The user has pressed the button of an edit that could not be saved. */
  | { type: 'signIn.requested' }
  | { type: 'password.submitted'; password: string }
  | { type: 'renewal.canceled' }
  /** The session may have ended or begun in another window. */
  | { type: 'window.focused' }
  /** A text was typed anywhere in the window. */
  | { type: 'text.typed' }

const renewal = setup({
  types: {} as {
    context: SessionRefusal
    events: SessionRenewalEvent
    emitted: EmittedBy<'sessionRenewal'>
    /** `ended`: nothing is sent to the server. `open`: the dialog is shown. `busy`: it waits for the server. */
    tags: 'ended' | 'open' | 'busy'
  },
  actors: {
    readSession: promiseEffect<SessionCheck>(),
    signIn: promiseEffect<SessionCheck, { password: string }>(),
    watchWindow: callbackEffect<SessionRenewalEvent>(),
    listener,
  },
  actions: {
    setOtherUser: assign((_, { current }: SessionCheck) => ({ otherUser: current })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    emitRenewed: emit({ type: 'session.renewed' }),
    emitDeclined: emit({ type: 'renewal.declined' }),
  },
  guards: {
    isSameAccount: (_, check: SessionCheck) => isSameAccount(check),
    isInForeground: (_, { isBackground }: { isBackground: boolean }) => !isBackground,
  },
  delays: {
    /** Longer than between two keys of somebody who types slowly. */
    typingPause: 600,
  },
})

const checkOf = ({ event }: { event: { output: SessionCheck } }) => event.output
const whenRenewed = {
  guard: { type: 'isSameAccount', params: checkOf },
  target: '#sessionRenewal.editing',
  actions: 'emitRenewed',
} as const
const isInForeground = withEvent('isInForeground')
const setOtherUser = { type: 'setOtherUser', params: checkOf } as const
const setFailure = withEvent('setFailure')

/** Reads the session after a request was refused: in the meantime, the same account may have signed in elsewhere. */
const reading = (otherwise: '#sessionRenewal.pausing' | '#sessionRenewal.declined') =>
  renewal.createStateConfig({
    tags: 'ended',
    entry: 'clearFailure',
    invoke: {
      id: 'readSession',
      src: 'readSession',
      onDone: [whenRenewed, { target: otherwise, actions: setOtherUser }],
      onError: { target: otherwise, actions: setFailure },
    },
  })

export const sessionRenewalMachine = renewal.createMachine({
  id: 'sessionRenewal',
  context: { failure: null, otherUser: null },
  invoke: [
    listenTo<SessionRenewalEvent>({ editMode: ['edit.entered', 'edit.exited'] }),
    // If the window cannot be watched, the end of the session is noticed when a request is refused.
    { id: 'watchWindow', src: 'watchWindow', onError: {} },
  ],
  initial: 'viewing',
  on: { 'edit.exited': { target: '.viewing', actions: 'emitDeclined' } },
  states: {
    /** Nothing can be lost: a page that is refused ends the session. */
    viewing: { on: { 'edit.entered': 'verifying' } },
    /** The session has not ended, as far as is known. */
    editing: {
      on: {
        'window.focused': 'verifying',
        'renewal.requested': 'reading',
        'signIn.requested': 'reading',
      },
    },
    /** Finds out that the session has ended before anything is typed. */
    verifying: {
      entry: 'clearFailure',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          { guard: whenRenewed.guard, target: 'editing' },
          { target: 'pausing', actions: setOtherUser },
        ],
        onError: 'editing',
      },
      on: { 'renewal.requested': 'reading' },
    },
    reading: reading('#sessionRenewal.pausing'),
    /** Waits until nothing is typed, because a dialog that opens meanwhile would receive the keys in its password field. */
    pausing: {
      tags: 'ended',
      after: { typingPause: 'prompting' },
      on: { 'text.typed': { target: 'pausing', reenter: true } },
    },
    prompting: {
      tags: ['ended', 'open'],
      on: {
        'password.submitted': 'signingIn',
        'renewal.canceled': 'declined',
      },
      initial: 'waiting',
      states: {
        waiting: { on: { 'window.focused': 'checking' } },
        /** Goes on without a password if the same account has signed in in another window. */
        checking: {
          invoke: {
            id: 'readSession',
            src: 'readSession',
            onDone: [whenRenewed, { target: 'waiting', actions: setOtherUser }],
            onError: 'waiting',
          },
        },
      },
    },
    signingIn: {
      tags: ['ended', 'open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'password.submitted')
          return { password: event.password }
        },
        onDone: [whenRenewed, { target: 'prompting', actions: setOtherUser }],
        onError: { target: 'prompting', actions: setFailure },
      },
      on: { 'renewal.canceled': 'declined' },
    },
    /** The edits cannot be saved: their requests fail, and they stay on the page. */
    declined: {
      tags: 'ended',
      entry: 'emitDeclined',
      on: {
        'signIn.requested': 'reading',
        'window.focused': 'rereading',
        'renewal.requested': [
          { guard: isInForeground, target: 'reading' },
          { target: 'rereading' },
        ],
      },
    },
    rereading: {
      ...reading('#sessionRenewal.declined'),
      on: {
        'signIn.requested': 'reading',
        'renewal.requested': { guard: isInForeground, target: 'reading' },
      },
    },
  },
})

export type SessionRenewalRef = ActorRefFrom<typeof sessionRenewalMachine>
type Snapshot = SnapshotFrom<typeof sessionRenewalMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const selectOtherUser = (snapshot: Snapshot) => snapshot.context.otherUser
