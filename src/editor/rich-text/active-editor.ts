/** The one text editor that is mounted, for the format buttons that stand elsewhere on the screen. */
import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'

let activeEditor: Editor | null = null
const listeners = new Set<() => void>()

export const setActiveEditor = (editor: Editor | null) => {
  activeEditor = editor
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useActiveEditor = () => useSyncExternalStore(subscribe, () => activeEditor)
