import type { Editor } from '@tiptap/core'
import { useSelector } from '@xstate/react'
import { selectEditor } from '#machines/editing/active-editor.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the mounted Tiptap editor, or null, for format buttons outside of its element. */
export const useActiveEditor = () =>
  useSelector(useAppActor('activeEditor'), selectEditor) as Editor | null
