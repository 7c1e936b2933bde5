/**
 * Decides whether a navigation may happen: always while viewing, only by force while editing, after a confirmation
 * while a new resource is unsaved.
 */
import { assign, emit, not, setup } from 'xstate'
import { type Location, isForced } from '#content/page/location.ts'
import type { NavigationRequest } from '#content/page/navigation-request.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'

export type NavigationGuardEvent =
  | ({ type: 'navigation.requested' } & NavigationRequest)
  /** The browser has gone back or forward by `delta` entries from the committed one. */
  | { type: 'history.popped'; to: Location; delta: number }
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  | { type: 'session.ended' }

export const discardConfirmation: ConfirmOptions = {
  title: 'Discard new resource?',
  body: 'Are you sure you want to discard your new resource. It will NOT be saved.',
}

interface Context {
  /** The navigation that waits for a confirmation. */
  request: NavigationRequest | null
}

/** Returns how far Back and Forward have moved for the navigation that waits. */
const requestedDelta = ({ context }: { context: Context }) => ({
  delta: context.request?.delta ?? 0,
})
const restore = { type: 'restoreLocation', params: requestedDelta } as const

/** Returns the navigation that an event asks for. */
const requestOf = (event: NavigationGuardEvent): NavigationRequest => {
  if (event.type === 'navigation.requested') {
    const { type: _, ...request } = event
    return request
  }
  if (event.type === 'history.popped')
    return { to: event.to, source: 'history', delta: event.delta }
  throw new Error(`${event.type} leads nowhere.`)
}

export const navigationGuardMachine = setup({
  types: {} as {
    context: Context
    events: NavigationGuardEvent
    emitted: EmittedBy<'navigationGuard'>
  },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm'), listener },
  actions: {
    /** Goes back to the committed entry, which Back and Forward leave before the confirmation. */
    restoreLocation: actionEffect<{ delta: number }>('restoreLocation'),
    emitAllowed: emit(({ event }) => ({ type: 'navigation.allowed', ...requestOf(event) })),
    setRequest: assign(({ event }) => ({ request: requestOf(event) })),
    clearRequest: assign({ request: null }),
    emitPendingAllowed: emit(({ context }) => ({
      type: 'navigation.allowed',
      ...context.request!,
    })),
    emitDiscarded: emit({ type: 'add.discarded' }),
  },
  guards: {
    isForced: (_, { to }: { to: Location }) => isForced(to),
    hasMoved: ({ context }) => requestedDelta({ context }).delta !== 0,
    isRestored: (_, { delta }: { delta: number }) => delta === 0,
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'navigationGuard',
  context: { request: null },
  invoke: {
    src: 'listener',
    input: listenTo<NavigationGuardEvent>({
      editMode: ['edit.entered', 'edit.exited', 'add.started', 'add.ended'],
      auth: ['session.ended'],
    }),
  },
  initial: 'free',
  on: { 'session.ended': '.free' },
  states: {
    free: {
      entry: 'clearRequest',
      on: {
        'navigation.requested': { actions: 'emitAllowed' },
        'history.popped': { actions: 'emitAllowed' },
        'edit.entered': 'editing',
      },
    },
    editing: {
      entry: 'clearRequest',
      on: {
        // Links do not navigate while editing, unless they say so.
        'navigation.requested': {
          guard: { type: 'isForced', params: ({ event }) => event },
          actions: 'emitAllowed',
        },
        'history.popped': { actions: 'emitAllowed' },
        'add.started': 'unsaved',
        'edit.exited': 'free',
      },
    },
    unsaved: {
      entry: 'clearRequest',
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
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'editing',
            actions: ['emitDiscarded', 'emitPendingAllowed'],
          },
          { guard: 'hasMoved', target: 'restoring' },
          { target: 'unsaved' },
        ],
        onError: [{ guard: 'hasMoved', target: 'restoring' }, { target: 'unsaved' }],
      },
      on: {
        // Asks again, for the newer navigation: a canceled dialog answers only after a moment, in which a link may be
        // pressed.
        'navigation.requested': {
          guard: not('hasMoved'),
          target: 'confirming',
          reenter: true,
          actions: 'setRequest',
        },
        'history.popped': { target: 'confirming', reenter: true, actions: 'setRequest' },
        // The new resource was saved while the dialog was open, so nothing can be lost.
        'add.ended': { target: 'editing', actions: 'emitPendingAllowed' },
        'session.ended': { target: 'free', actions: restore },
      },
    },
    /** The browser is going back to the committed entry, and reports it like any other. */
    restoring: {
      entry: restore,
      on: {
        'history.popped': [
          { guard: { type: 'isRestored', params: ({ event }) => event }, target: 'unsaved' },
          { target: 'confirming', actions: 'setRequest' },
        ],
        'add.ended': 'editing',
      },
    },
  },
})
