import { useSelector } from '@xstate/react'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useEditMode } from './use-edit-mode.ts'

/** Returns a function that asks to be signed out. */
export function useSignOut() {
  const { editModeRef } = useEditMode()
  const isScreenUnsaved = useSelector(useAppActor('navigation'), ({ context }) => context.isGuarded)
  return () =>
    editModeRef.send({ type: 'signOut.requested', ...(isScreenUnsaved && { isScreenUnsaved }) })
}
