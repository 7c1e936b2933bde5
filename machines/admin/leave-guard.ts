/** Asks before a screen is left on which something is unsaved. The machine that invokes it says when that is the case. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { NavigationRequest } from '#content/navigation/navigation-request.ts'
import { actionEffect, callbackEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

export type LeaveGuardEvent =
  /** Something is unsaved. */
  | { type: 'changes.made' }
  | { type: 'leaving.requested'; request: NavigationRequest }
  | { type: 'leave.confirmed' | 'leave.canceled' }
  /** Nothing is unsaved any more. */
  | { type: 'changes.settled' }

interface Context {
  /** The navigation that waits for the answer. */
  request: NavigationRequest | null
}

/** Returns how far Back and Forward have moved for the navigation that waits. */
const deltaOf = ({ context }: { context: Context }) => ({ delta: context.request?.delta ?? 0 })
const requestOf = ({ context }: { context: Context }) => ({ request: context.request! })
const leaveNow = [{ type: 'leave', params: requestOf }, 'clearRequest'] as const
const setRequest = withEvent('setRequest')

export const leaveGuardMachine = setup({
  types: {} as { context: Context; events: LeaveGuardEvent },
  actors: {
    /** Has navigations that leave the screen reported, and the browser ask before the document is left. */
    guardLeaving: callbackEffect<LeaveGuardEvent>(),
  },
  actions: {
    setRequest: assign((_, { request }: { request: NavigationRequest }) => ({ request })),
    clearRequest: assign({ request: null }),
    /** Leaves the screen without being asked again. */
    leave: actionEffect<{ request: NavigationRequest }>(),
    /** Goes back to the entry of the screen, which Back and Forward leave before the answer. */
    restoreLocation: actionEffect<{ delta: number }>(),
  },
  guards: {
    /** While the question is open, only Back and Forward can ask for another location. */
    isByHistory: (_, { request }: { request: NavigationRequest }) => request.source === 'history',
  },
}).createMachine({
  id: 'leaveGuard',
  meta: {
    guards: {
      isByHistory: 'The user goes back or forward.',
    },
  },
  context: { request: null },
  initial: 'free',
  states: {
    free: {
      description: 'Nothing is unsaved, so the screen may be left.',
      on: { 'changes.made': 'guarded' },
    },
    guarded: {
      description: 'Something is unsaved, so leaving the screen asks first.',
      initial: 'watching',
      // Without it, nobody is asked, and everything else goes on.
      invoke: { id: 'guardLeaving', src: 'guardLeaving', onError: {} },
      on: { 'changes.settled': 'free' },
      states: {
        watching: {
          description: 'Nobody wants to leave.',
          on: { 'leaving.requested': { target: 'asking', actions: setRequest } },
        },
        asking: {
          description: 'The user is asked whether what was entered may be lost.',
          on: {
            'leaving.requested': { guard: withEvent('isByHistory'), actions: setRequest },
            'leave.confirmed': { target: 'watching', actions: leaveNow },
            // A save has ended meanwhile.
            'changes.settled': { target: '#leaveGuard.free', actions: leaveNow },
            'leave.canceled': {
              target: 'watching',
              actions: [{ type: 'restoreLocation', params: deltaOf }, 'clearRequest'],
            },
          },
        },
      },
    },
  },
})

export type LeaveGuardRef = ActorRefFrom<typeof leaveGuardMachine>
type Snapshot = SnapshotFrom<typeof leaveGuardMachine>
export const isAsking = (snapshot: Snapshot) => snapshot.matches({ guarded: 'asking' })
