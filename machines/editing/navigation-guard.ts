/**
 * Decides whether a navigation may happen while editing: only by force, and after a confirmation while a new resource is
 * unsaved. While viewing, `navigation` asks nobody.
 */
import { assertEvent, assign, emit, not, or, setup } from 'xstate'
import { isForced } from '#content/navigation/location.ts'
import type { NavigationRequest, AllowedEvent } from '#content/navigation/navigation-request.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    navigationGuard:
      | /** From now on the guard decides about each navigation. */
        { type: 'navigation.restricted' }
      | { type: 'navigation.unrestricted' }
      | AllowedEvent
      /** The new resource is discarded. */
      | { type: 'add.discarded' }
  }
}

export type NavigationGuardEvent =
  | ({ type: 'navigation.requested' } & NavigationRequest)
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  /** The session has ended, and the editor with it. */
  | { type: 'editor.stopped' }

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

/** Returns the navigation that the current event asks for. */
const currentRequest = ({ event }: { event: NavigationGuardEvent }) => {
  assertEvent(event, 'navigation.requested')
  const { type: _, ...request } = event
  return request
}

export const navigationGuardMachine = setup({
  types: {} as {
    context: Context
    events: NavigationGuardEvent
    emitted: EmittedBy<'navigationGuard'>
  },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>(), listener },
  actions: {
    /** Goes back to the committed entry, which Back and Forward leave before the confirmation. */
    restoreLocation: actionEffect<{ delta: number }>(),
    emitRestricted: emit({ type: 'navigation.restricted' }),
    emitUnrestricted: emit({ type: 'navigation.unrestricted' }),
    emitAllowed: emit((_, request: NavigationRequest) => ({
      type: 'navigation.allowed',
      ...request,
    })),
    setRequest: assign((args) => ({ request: currentRequest(args) })),
    clearRequest: assign({ request: null }),
    emitPendingAllowed: emit(({ context }) => ({
      type: 'navigation.allowed',
      ...context.request!,
    })),
    emitDiscarded: emit({ type: 'add.discarded' }),
  },
  guards: {
    isForced: (args) => isForced(currentRequest(args).to),
    /** True for Back and Forward. */
    isByHistory: (args) => currentRequest(args).source === 'history',
    hasMoved: ({ context }) => requestedDelta({ context }).delta !== 0,
    isAtCommitted: (args) => currentRequest(args).delta === 0,
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'navigationGuard',
  meta: {
    guards: {
      isForced: 'The navigation is meant to happen while editing.',
      isByHistory: 'The navigation goes back or forward.',
      hasMoved: 'The browser has left this place in its history already.',
      isAtCommitted: 'The browser is back at this place in its history.',
      isConfirmed: 'The user gives up the new component.',
    },
  },
  context: { request: null },
  invoke: listenTo<NavigationGuardEvent>({
    navigation: ['navigation.requested'],
    editMode: ['edit.entered', 'edit.exited'],
    stagedResource: ['add.started', 'add.ended'],
  }),
  initial: 'free',
  on: { 'editor.stopped': { target: '.free', actions: 'emitUnrestricted' } },
  states: {
    free: {
      description: 'Nothing is edited, so every navigation may happen.',
      entry: 'clearRequest',
      on: { 'edit.entered': { target: 'editing', actions: 'emitRestricted' } },
    },
    editing: {
      description:
        'Links select what they are on, and only navigations by force or by the history may happen.',
      entry: 'clearRequest',
      on: {
        // Links navigate while editing only if they have the parameter `cwa_force`.
        'navigation.requested': {
          guard: or(['isForced', 'isByHistory']),
          actions: { type: 'emitAllowed', params: currentRequest },
        },
        'add.started': 'unsaved',
        'edit.exited': { target: 'free', actions: 'emitUnrestricted' },
      },
    },
    unsaved: {
      description: 'A new component would be lost, so every navigation asks first.',
      entry: 'clearRequest',
      on: {
        'navigation.requested': { target: 'confirming', actions: 'setRequest' },
        'add.ended': 'editing',
      },
    },
    confirming: {
      description: 'The user is asked whether the new component may be lost.',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: discardConfirmation,
        onDone: [
          {
            guard: withEvent('isConfirmed'),
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
          guard: or([not('hasMoved'), 'isByHistory']),
          target: 'confirming',
          reenter: true,
          actions: 'setRequest',
        },
        // The new resource was saved while the dialog was open, so nothing can be lost.
        'add.ended': { target: 'editing', actions: 'emitPendingAllowed' },
        'editor.stopped': { target: 'free', actions: [restore, 'emitUnrestricted'] },
      },
    },
    /** The browser is going back to the committed entry, and reports it like any other. */
    restoring: {
      description: 'The user stays, and the history is put back to this page.',
      entry: restore,
      on: {
        'navigation.requested': [
          { guard: 'isAtCommitted', target: 'unsaved' },
          { guard: 'isByHistory', target: 'confirming', actions: 'setRequest' },
        ],
        'add.ended': 'editing',
      },
    },
  },
})
