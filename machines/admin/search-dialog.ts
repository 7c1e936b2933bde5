/** Opens and closes the search of the site. It is apart from the search itself, whose code is loaded when it is opened first. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'

type SearchDialogEvent = { type: 'search.requested' } | { type: 'search.dismissed' }

export const searchDialogMachine = setup({
  types: {} as { events: SearchDialogEvent },
}).createMachine({
  id: 'searchDialog',
  initial: 'closed',
  states: {
    closed: { description: 'The search is not shown.', on: { 'search.requested': 'open' } },
    open: { description: 'The search is shown.', on: { 'search.dismissed': 'closed' } },
  },
})

export type SearchDialogRef = ActorRefFrom<typeof searchDialogMachine>
type Snapshot = SnapshotFrom<typeof searchDialogMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
