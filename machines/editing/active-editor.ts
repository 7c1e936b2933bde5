/** Holds the rich-text editor that is mounted, for format buttons outside of its element. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { eventOf } from '../event-of.ts'

/** Returns the editor. A function, so that snapshots of this actor can be serialized. */
type GetEditor = () => unknown

type ActiveEditorEvent =
  | { type: 'editor.mounted'; getEditor: GetEditor }
  | { type: 'editor.unmounted'; getEditor: GetEditor }

export const activeEditorMachine = setup({
  types: {} as { context: { getEditor: GetEditor }; events: ActiveEditorEvent },
  actions: {
    setEditor: assign((_, { getEditor }: { getEditor: GetEditor }) => ({ getEditor })),
    clearEditor: assign({ getEditor: () => () => null }),
  },
  guards: {
    isActive: ({ context }, { getEditor }: { getEditor: GetEditor }) =>
      context.getEditor === getEditor,
  },
}).createMachine({
  id: 'activeEditor',
  context: { getEditor: () => null },
  initial: 'unmounted',
  on: {
    'editor.mounted': {
      target: '.mounted',
      actions: { type: 'setEditor', params: eventOf },
    },
  },
  states: {
    unmounted: {},
    mounted: {
      on: {
        // Another editor may have been mounted before this one is unmounted.
        'editor.unmounted': {
          guard: { type: 'isActive', params: eventOf },
          target: 'unmounted',
          actions: 'clearEditor',
        },
      },
    },
  },
})

export type ActiveEditorRef = ActorRefFrom<typeof activeEditorMachine>
/** Returns the mounted editor, or null. */
export const selectEditor = (snapshot: SnapshotFrom<typeof activeEditorMachine>) =>
  snapshot.context.getEditor()
