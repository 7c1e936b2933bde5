import type { EditorState } from 'prosemirror-state'
import { useSyncExternalStore } from 'react'
import type { TextEditor } from '../create-text-editor.ts'

/** Returns what is read from the state of an editor, again after each of its transactions. */
export const useEditorValue = <Value extends string | number | boolean>(
  { view, subscribe }: TextEditor,
  read: (state: EditorState) => Value,
) => useSyncExternalStore(subscribe, () => read(view.state))
