/**
 * Decides whether a navigation may happen: always while viewing, only by force while editing, after a confirmation
 * while a new resource is unsaved.
 */
import { assign, emit, setup } from 'xstate'
import { type Location, isForced } from '#content/page/location.ts'
import type { NavigationRequest } from '#content/page/navigation-request.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'

export type NavigationGuardEvent =
  | ({ type: 'navigation.requested' } & NavigationRequest)
  | { type: 'history.popped'; to: Location }
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'add.started' }
  | { type: 'add.ended' }
  | { type: 'session.ended' }

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
    emitted: EmittedBy<'navigationGuard'>
  },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm'), listener },
  actions: {
    /**
     * Restores the URL, which Back and Forward change before the confirmation. Does nothing where the URL is
     * unchanged.
     */
    restoreLocation: actionEffect('restoreLocation'),
    allow: emit(({ event }) => ({ type: 'navigation.allowed', ...requestOf(event) })),
    setRequest: assign(({ event }) => ({ request: requestOf(event) })),
    allowPending: emit(({ context }) => ({ type: 'navigation.allowed', ...context.request! })),
    emitDiscarded: emit({ type: 'add.discarded' }),
  },
  guards: {
    isForced: (_, { to }: { to: Location }) => isForced(to),
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
      on: {
        'navigation.requested': { actions: 'allow' },
        'history.popped': { actions: 'allow' },
        'edit.entered': 'editing',
      },
    },
    editing: {
      on: {
        // Links do not navigate while editing, unless they say so.
        'navigation.requested': {
          guard: { type: 'isForced', params: ({ event }) => event },
          actions: 'allow',
        },
        'history.popped': { actions: 'allow' },
        'add.started': 'unsaved',
        'edit.exited': 'free',
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
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'editing',
            actions: ['emitDiscarded', 'allowPending'],
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
        'session.ended': { target: 'free', actions: 'restoreLocation' },
      },
    },
  },
})
