import { useSelector } from '@xstate/react'
import type { MouseEvent } from 'react'
import { type EditModeRef, isEditing } from '#machines/editing/edit-mode.ts'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'

/** Returns the listener of a link to a screen of the admin area: while editing, it is followed once all edits are saved. */
export function useOpenScreen(editModeRef: EditModeRef) {
  const editing = useSelector(editModeRef, isEditing)
  return (href: string) => (event: MouseEvent) => {
    if (!editing || !isUnmodifiedClick(event)) return
    event.preventDefault()
    editModeRef.send({ type: 'open.requested', href })
  }
}
