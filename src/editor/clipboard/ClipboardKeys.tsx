import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectClipboardRef } from '#machines/editing/edit-mode.ts'
import { addClipboardListeners } from './clipboard-listeners.ts'
import { type ClipboardActionsRefs, useClipboardActions } from './use-clipboard-actions.ts'

/** Lets the keys and the menus of the browser duplicate, copy, cut and paste, and pastes what was read from the clipboard. */
export function ClipboardKeys(refs: ClipboardActionsRefs) {
  const actions = useClipboardActions(refs)
  const clipboardRef = useSelector(refs.editModeRef, selectClipboardRef)!
  useEffect(() => {
    const controller = new AbortController()
    addClipboardListeners(actions, controller.signal)
    return () => controller.abort()
  }, [actions])
  useEffect(() => {
    const subscription = clipboardRef.on('document.read', ({ text }) => actions.paste(text))
    return () => subscription.unsubscribe()
  }, [actions, clipboardRef])
  return null
}
