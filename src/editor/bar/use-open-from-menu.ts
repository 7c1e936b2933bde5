import { useRef } from 'react'

/** A list of the editor that is shown in a dialog. */
interface ListRef {
  send: (event: { type: 'list.requested' }) => void
}

/** Returns the ref for the button of a menu, and functions that open a list, or another dialog, from an item of the menu. */
export function useOpenFromMenu() {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const openDialog = (open: () => void) => {
    // The dialog returns the focus to where it was when it opened, and the item of the menu will be gone.
    triggerRef.current?.focus()
    open()
  }
  const openList = (listRef: ListRef) => openDialog(() => listRef.send({ type: 'list.requested' }))
  return { triggerRef, openDialog, openList }
}
