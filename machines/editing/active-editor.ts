/**
 * Holds the rich-text editor that is mounted, for format buttons outside of its element, and the control of the panel that
 * mounts one.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { eventOf } from '../event-of.ts'

/** Returns the editor. A function, so that snapshots of this actor can be serialized. */
type GetEditor = () => unknown

type ActiveEditorEvent =
  | { type: 'editor.mounted'; getEditor: GetEditor }
  | { type: 'editor.unmounted'; getEditor: GetEditor }
  /** A control of the panel with rich text has the focus. */
  | { type: 'control.focused'; id: string }

interface Context {
  getEditor: GetEditor
  /** The control of the panel that was focused last, or null. */
  controlId: string | null
}

export const activeEditorMachine = setup({
  types: {} as { context: Context; events: ActiveEditorEvent },
  actions: {
    setEditor: assign((_, { getEditor }: { getEditor: GetEditor }) => ({ getEditor })),
    setControl: assign((_, { id }: { id: string }) => ({ controlId: id })),
    clearEditor: assign({ getEditor: () => () => null }),
  },
  guards: {
    isActive: ({ context }, { getEditor }: { getEditor: GetEditor }) =>
      context.getEditor === getEditor,
  },
}).createMachine({
  id: 'activeEditor',
  context: { getEditor: () => null, controlId: null },
  initial: 'unmounted',
  on: {
    'editor.mounted': {
      target: '.mounted',
      actions: { type: 'setEditor', params: eventOf },
    },
    'control.focused': { actions: { type: 'setControl', params: eventOf } },
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
/** True for the control of the panel whose text is edited as rich text. */
export const isActiveControl =
  (id: string) =>
  ({ context }: SnapshotFrom<typeof activeEditorMachine>) =>
    context.controlId === id
