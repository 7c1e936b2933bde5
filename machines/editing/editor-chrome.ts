/** Hides everything the editor draws over the page, to see the page as visitors do, and shows it again. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'

type EditorChromeEvent = { type: 'toggle.requested' }

export const editorChromeMachine = setup({
  types: {} as { events: EditorChromeEvent },
}).createMachine({
  id: 'editorChrome',
  initial: 'visible',
  states: {
    visible: { on: { 'toggle.requested': 'hidden' } },
    hidden: { on: { 'toggle.requested': 'visible' } },
  },
})

export type EditorChromeRef = ActorRefFrom<typeof editorChromeMachine>
export const isHidden = (snapshot: SnapshotFrom<typeof editorChromeMachine>) =>
  snapshot.matches('hidden')
