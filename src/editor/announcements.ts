/** What screen readers say about what was done; one line at a time, the latest. */
import { useSyncExternalStore } from 'react'

interface Said {
  words: string
  /** Saying the same twice is two things said. */
  count: number
}

let said: Said = { words: '', count: 0 }
const listeners = new Set<() => void>()

export const announce = (words: string) => {
  said = { words, count: said.count + 1 }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSaid = () => useSyncExternalStore(subscribe, () => said)
