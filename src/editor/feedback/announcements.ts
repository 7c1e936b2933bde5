/** What screen readers say about what was done; one line at a time, the latest. */
import { useSyncExternalStore } from 'react'

interface Announcement {
  message: string
  /** Saying the same twice is two things said. */
  count: number
}

let latest: Announcement = { message: '', count: 0 }
const listeners = new Set<() => void>()

export const announce = (message: string) => {
  latest = { message, count: latest.count + 1 }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAnnouncement = () => useSyncExternalStore(subscribe, () => latest)
