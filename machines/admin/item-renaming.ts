/** Holds whether the name in the header of an item is open to be changed, before anything else is typed into it. */
import { type SnapshotFrom, setup } from 'xstate'

export type ItemRenamingEvent =
  | { type: 'rename.requested' }
  /** The name was given up, or is on its way to the server. */
  | { type: 'rename.ended' }

export const itemRenamingMachine = setup({
  types: {} as { events: ItemRenamingEvent },
}).createMachine({
  id: 'itemRenaming',
  initial: 'closed',
  states: {
    closed: {
      description: 'The name is shown as a heading, unless it is unsaved.',
      on: { 'rename.requested': 'open' },
    },
    open: {
      description: 'The name is shown as a field.',
      on: { 'rename.ended': 'closed' },
    },
  },
})

export const isOpen = (snapshot: SnapshotFrom<typeof itemRenamingMachine>) =>
  snapshot.matches('open')
