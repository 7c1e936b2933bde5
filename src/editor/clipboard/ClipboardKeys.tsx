import { useEffect } from 'react'
import { addClipboardListeners } from './clipboard-listeners.ts'
import { type ClipboardActionsRefs, useClipboardActions } from './use-clipboard-actions.ts'

/** Lets the keys and the menus of the browser duplicate, copy, cut and paste. */
export function ClipboardKeys(refs: ClipboardActionsRefs) {
  const actions = useClipboardActions(refs)
  useEffect(() => {
    const controller = new AbortController()
    addClipboardListeners(actions, controller.signal)
    return () => controller.abort()
  }, [actions])
  return null
}
