/** A store that holds the latest announcement for screen readers. */
import { useSyncExternalStore } from 'react'

interface Announcement {
  message: string
  /** Increases with each announcement, so that repeating a message announces it again. */
  count: number
}

let latest: Announcement = { message: '', count: 0 }
const listeners = new Set<() => void>()

/** Announces a message to screen readers, replacing the previous one. */
export const announce = (message: string) => {
  latest = { message, count: latest.count + 1 }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the latest announcement. */
export const useAnnouncement = () => useSyncExternalStore(subscribe, () => latest)
