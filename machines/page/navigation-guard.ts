/**
 * Decides whether a navigation may happen: always while viewing, only by force while editing, after a confirmation
 * while a new resource is unsaved.
 */
import { assign, emit, setup } from 'xstate'
import { type Location, isForced } from '#content/page/location.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../effects.ts'

export interface NavigationRequest {
  to: Location
  /** A link that was followed, a call from code, or the Back and Forward buttons. */
  source: 'link' | 'code' | 'history'
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean
  /** The session has changed: nothing in the cache may be reused. */
  bypassCache?: boolean
}

export type NavigationGuardEvent =
  | ({ type: 'navigation.requested' } & NavigationRequest)
  | { type: 'history.popped'; to: Location }
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  | { type: 'session.ended' }

export type NavigationGuardEmitted =
  | ({ type: 'navigation.allowed' } & NavigationRequest)
  /** A link was clicked while editing, where links do not navigate. */
  | { type: 'navigation.blocked'; to: Location }
  /** The new resource is discarded. */
  | { type: 'add.discarded' }

export const discardConfirmation: ConfirmOptions = {
  title: 'Discard new resource?',
  body: 'Are you sure you want to discard your new resource. It will NOT be saved.',
}

/** Returns the navigation that an event asks for. */
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
    /** The navigation that waits for a confirmation. */
    context: { request: NavigationRequest | null }
    events: NavigationGuardEvent
    emitted: NavigationGuardEmitted
  },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm') },
  actions: {
    /**
     * Restores the URL, which Back and Forward change before the confirmation. Does nothing where the URL is
     * unchanged.
     */
    restoreLocation: actionEffect('restoreLocation'),
    allow: emit(({ event }) => ({ type: 'navigation.allowed', ...requestOf(event) })),
    setRequest: assign(({ event }) => ({ request: requestOf(event) })),
    allowPending: emit(({ context }) => ({ type: 'navigation.allowed', ...context.request! })),
  },
}).createMachine({
  id: 'navigationGuard',
  context: { request: null },
  initial: 'free',
  on: { 'edit.exited': '.free', 'session.ended': '.free' },
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
        // Asks again, for the newer navigation.
        'history.popped': { target: 'confirming', reenter: true, actions: 'setRequest' },
        // The new resource was saved while the dialog was open, so nothing can be lost.
        'add.ended': { target: 'editing', actions: 'allowPending' },
        'edit.exited': { target: 'free', actions: 'restoreLocation' },
        'session.ended': { target: 'free', actions: 'restoreLocation' },
      },
    },
  },
})
