import { useSyncExternalStore } from 'react'

/** Returns false on the server and during hydration, which must match the server's HTML, and true afterwards. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => {}
