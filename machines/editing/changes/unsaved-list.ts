/** Shows the list of what is not saved yet, until nothing is, and asks before a change in it is given up. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { callbackEffect } from '../../declare-effects.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'

export type UnsavedListEvent =
  | { type: 'list.requested' }
  | { type: 'list.dismissed' }
  /** Nothing is left in the list. */
  | { type: 'everything.saved' }
  /** Another page is shown. */
  | { type: 'location.committed' }
  /** The key is that of the change in the list. */
  | { type: 'giveUp.requested'; key: string }
  /** The question whether the change is to be given up is answered. */
  | { type: 'giveUp.answered' }

interface Context {
  /** The key of the change that is to be given up. */
  key: string | null
}

export const unsavedListMachine = setup({
  types: {} as { context: Context; events: UnsavedListEvent },
  actors: {
    /** Reports once everything is saved. */
    watchUnsaved: callbackEffect<UnsavedListEvent>(),
    listener,
  },
  actions: {
    setKey: assign((_, { key }: { key: string }) => ({ key })),
    clearKey: assign({ key: null }),
  },
}).createMachine({
  id: 'unsavedList',
  context: { key: null },
  invoke: listenTo<UnsavedListEvent>({ navigation: ['location.committed'] }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The list is not shown.',
      entry: 'clearKey',
      on: { 'list.requested': 'open' },
    },
    open: {
      description: 'The list of what is not saved is shown.',
      // Without the watch, the list stays open until it is closed.
      invoke: { id: 'watchUnsaved', src: 'watchUnsaved', onError: {} },
      on: {
        'list.dismissed': 'closed',
        'everything.saved': 'closed',
        'location.committed': 'closed',
      },
      initial: 'listing',
      states: {
        listing: {
          description: 'The user can go to each edit, save it or give it up.',
          on: {
            'giveUp.requested': { target: 'asking', actions: withEvent('setKey') },
          },
        },
        asking: {
          description: 'The user is asked whether the edit is to be given up.',
          on: {
            'giveUp.requested': { actions: withEvent('setKey') },
            'giveUp.answered': { target: 'listing', actions: 'clearKey' },
          },
        },
      },
    },
  },
})

export type UnsavedListRef = ActorRefFrom<typeof unsavedListMachine>
type Snapshot = SnapshotFrom<typeof unsavedListMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
/** Returns the key of the change that is to be given up, or null. */
export const selectAskedKey = (snapshot: Snapshot) => snapshot.context.key
