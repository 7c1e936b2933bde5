/** Opens and closes the menu with the drafts of the page, and says whether a draft was selected in it. */
import { type SnapshotFrom, setup } from 'xstate'

type DraftsMenuEvent =
  | { type: 'menu.opened' }
  /** The menu is closed without a selection, such as by Escape or by a press outside. */
  | { type: 'menu.dismissed' }
  | { type: 'draft.selected' }

export const draftsMenuMachine = setup({
  types: {} as { events: DraftsMenuEvent },
}).createMachine({
  id: 'draftsMenu',
  initial: 'dismissed',
  on: { 'menu.opened': '.open' },
  states: {
    dismissed: { description: 'The menu is closed, and its button gets the focus.' },
    open: {
      description: 'The menu is open.',
      on: { 'menu.dismissed': 'dismissed', 'draft.selected': 'selected' },
    },
    selected: {
      description: 'The menu is closed, and the draft that was selected gets the focus.',
    },
  },
})

type Snapshot = SnapshotFrom<typeof draftsMenuMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
/** True from the selection of a draft until the menu is opened again: then the focus is not returned to its button. */
export const isDraftSelected = (snapshot: Snapshot) => snapshot.matches('selected')
