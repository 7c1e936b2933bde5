import { locationOf } from '#content/navigation/location.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useEditMode } from './use-edit-mode.ts'

/**
 * Returns a function that signs out. A screen on which something is unsaved is left first instead, which asks: signing out
 * would discard it.
 */
export function useSignOut() {
  const { editModeRef } = useEditMode()
  const navigationRef = useAppActor('navigation')
  return () => {
    if (navigationRef.getSnapshot().context.isGuarded)
      navigationRef.send({ type: 'navigation.requested', to: locationOf('/'), source: 'link' })
    else editModeRef.send({ type: 'signOut.requested' })
  }
}
