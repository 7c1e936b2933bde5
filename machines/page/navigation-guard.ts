/** Whether the page may be left: freely, not while somebody edits, not without asking while something new is unsaved. */
import { assign, emit, setup } from 'xstate'
import { type Location, isForced } from '#content/page/location.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../effects.ts'

export interface NavigationRequest {
  to: Location
  /** A link that was followed, the app's own code, or the browser's Back and Forward. */
  source: 'link' | 'code' | 'history'
  /** Without a new entry in the history. */
  replace?: boolean
  /** Somebody else is looking now: nothing that was read before may stay. */
  bypassCache?: boolean
}

export type NavigationGuardEvent =
  | ({ type: 'navigation.requested' } & NavigationRequest)
  | { type: 'history.popped'; to: Location }
  | { type: 'edit.entered' }
  | { type: 'edit.left' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  | { type: 'session.ended' }

export type NavigationGuardEmitted =
  | ({ type: 'navigation.allowed' } & NavigationRequest)
  /** Links do not lead away while somebody is editing. */
  | { type: 'navigation.blocked'; to: Location }
  /** What was being added is given up. */
  | { type: 'add.discarded' }

export const discardConfirmation: ConfirmOptions = {
  title: 'Discard new resource?',
  body: 'Are you sure you want to discard your new resource. It will NOT be saved.',
}

/** Both ways of wanting to be elsewhere as one. */
const requestOf = (event: NavigationGuardEvent): NavigationRequest => {
  if (event.type === 'navigation.requested') {
    const { type: _, ...request } = event
    return request
  }
  if (event.type === 'history.popped') return { to: event.to, source: 'history' }
  throw new Error(`${event.type} leads nowhere.`)
}

export const navigationGuardMachine = setup({
  types: {} as {
    /** What is waiting for a confirmation. */
    context: { request: NavigationRequest | null }
    events: NavigationGuardEvent
    emitted: NavigationGuardEmitted
  },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm') },
  actions: {
    /** Back and Forward change the address before anyone is asked; where it is unchanged nothing happens. */
    restoreLocation: actionEffect('restoreLocation'),
    allow: emit(({ event }) => ({ type: 'navigation.allowed', ...requestOf(event) })),
    setRequest: assign(({ event }) => ({ request: requestOf(event) })),
    allowPending: emit(({ context }) => ({ type: 'navigation.allowed', ...context.request! })),
  },
}).createMachine({
  id: 'navigationGuard',
  context: { request: null },
  initial: 'free',
  on: { 'edit.left': '.free', 'session.ended': '.free' },
  states: {
    free: {
      on: {
        'navigation.requested': { actions: 'allow' },
        'history.popped': { actions: 'allow' },
        'edit.entered': 'editing',
      },
    },
    editing: {
      on: {
        'navigation.requested': [
          { guard: ({ event }) => isForced(event.to), actions: 'allow' },
          { actions: emit(({ event: { to } }) => ({ type: 'navigation.blocked', to })) },
        ],
        'history.popped': { actions: 'allow' },
        'add.started': 'unsaved',
      },
    },
    unsaved: {
      on: {
        'navigation.requested': { target: 'confirming', actions: 'setRequest' },
        'history.popped': { target: 'confirming', actions: 'setRequest' },
        'add.ended': 'editing',
      },
    },
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: discardConfirmation,
        onDone: [
          {
            guard: ({ event }) => event.output,
            target: 'editing',
            actions: [emit({ type: 'add.discarded' }), 'allowPending'],
          },
          { target: 'unsaved', actions: 'restoreLocation' },
        ],
        onError: { target: 'unsaved', actions: 'restoreLocation' },
      },
      on: {
        // The question is put again, for the newer request.
        'history.popped': { target: 'confirming', reenter: true, actions: 'setRequest' },
        // Saved while the question stood there: nothing is left to be lost.
        'add.ended': { target: 'editing', actions: 'allowPending' },
        'edit.left': { target: 'free', actions: 'restoreLocation' },
        'session.ended': { target: 'free', actions: 'restoreLocation' },
      },
    },
  },
})
