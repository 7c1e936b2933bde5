/** A store that holds the mounted Tiptap editor, for format buttons outside of its element. */
import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'

let activeEditor: Editor | null = null
const listeners = new Set<() => void>()

/** Sets the mounted editor, or null when it is unmounted. */
export const setActiveEditor = (editor: Editor | null) => {
  activeEditor = editor
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the mounted editor, or null. */
export const useActiveEditor = () => useSyncExternalStore(subscribe, () => activeEditor)
