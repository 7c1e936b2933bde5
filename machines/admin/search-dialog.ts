/** Opens and closes the search of the site. It is apart from the search itself, whose code is loaded when it is opened first. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'

type SearchDialogEvent = { type: 'search.requested' } | { type: 'search.dismissed' }

export const searchDialogMachine = setup({
  types: {} as { events: SearchDialogEvent },
}).createMachine({
  id: 'searchDialog',
  initial: 'closed',
  states: {
    closed: { on: { 'search.requested': 'open' } },
    open: { on: { 'search.dismissed': 'closed' } },
  },
})

export type SearchDialogRef = ActorRefFrom<typeof searchDialogMachine>
type Snapshot = SnapshotFrom<typeof searchDialogMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
