import type { Editor } from '@tiptap/core'
import { useCallback, useSyncExternalStore } from 'react'

/** Returns what is read from an editor, again after each of its transactions. */
export const useEditorValue = <Value extends string | number | boolean>(
  editor: Editor,
  read: (editor: Editor) => Value,
) =>
  useSyncExternalStore(
    useCallback(
      (onChange) => {
        editor.on('transaction', onChange)
        return () => editor.off('transaction', onChange)
      },
      [editor],
    ),
    () => read(editor),
  )
