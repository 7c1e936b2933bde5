import { useEffect, useEffectEvent } from 'react'

/** Calls a function for Ctrl+S, or ⌘S, in place of the browser, which would save the document as a file. */
export function useSaveShortcut(save: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)
    if (!isSave || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat) save()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
