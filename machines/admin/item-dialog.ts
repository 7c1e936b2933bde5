/**
 * Opens the page that is shown as an item of the admin area, over that page, and closes it again. It asks before what was
 * entered is lost.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

export type ItemDialogEvent =
  /** `path` is that of the page that is shown. */
  | { type: 'item.requested'; path: string }
  /** `isUnsaved` is true if something was entered that is not saved. */
  | { type: 'item.dismissed'; isUnsaved: boolean }
  | { type: 'dismissal.confirmed' | 'dismissal.canceled' }
  | { type: 'location.committed'; location: Location }

export const itemDialogMachine = setup({
  types: {} as { context: { path: string | null }; events: ItemDialogEvent },
  actors: { listener },
  actions: { setPath: assign((_, { path }: { path: string }) => ({ path })) },
  guards: {
    isUnsaved: (_, { isUnsaved }: { isUnsaved: boolean }) => isUnsaved,
    // A tab of the item is in the hash of the same page.
    isOtherPage: ({ context: { path } }, { location }: { location: Location }) =>
      location.path !== path,
  },
}).createMachine({
  id: 'itemDialog',
  meta: {
    guards: {
      isUnsaved: 'Something was entered that is not saved.',
      isOtherPage: 'The location is that of another page.',
    },
  },
  context: { path: null },
  invoke: listenTo<ItemDialogEvent>({ navigation: ['location.committed'] }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The page is shown without its dialog.',
      on: { 'item.requested': { target: 'open', actions: withEvent('setPath') } },
    },
    open: {
      description: 'The page is open as an item, over itself.',
      initial: 'editing',
      on: { 'location.committed': { guard: withEvent('isOtherPage'), target: 'closed' } },
      states: {
        editing: {
          description: 'The fields of the item can be changed.',
          on: {
            'item.dismissed': [
              { guard: withEvent('isUnsaved'), target: 'asking' },
              { target: '#itemDialog.closed' },
            ],
          },
        },
        asking: {
          description: 'The user is asked whether what was entered may be lost.',
          on: {
            'dismissal.confirmed': '#itemDialog.closed',
            'dismissal.canceled': 'editing',
          },
        },
      },
    },
  },
})

export type ItemDialogRef = ActorRefFrom<typeof itemDialogMachine>
type Snapshot = SnapshotFrom<typeof itemDialogMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
export const isAsking = (snapshot: Snapshot) => snapshot.matches({ open: 'asking' })
