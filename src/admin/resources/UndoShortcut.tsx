import { useEffect, useEffectEvent } from 'react'
import { bulkNotification } from '#content/admin/bulk-change.ts'
import { useAppRef } from '#src/app/shell/app-context.tsx'
import type { ListPage } from '../hooks/use-list-page.ts'

/** True where Ctrl+Z undoes what was typed. */
const isTextField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')

/** Undoes the last change of a list, or of routes, by Ctrl+Z, or ⌘Z. The offer to undo it leaves with these. */
export function UndoShortcut({ canUndo, undo }: Pick<ListPage, 'canUndo' | 'undo'>) {
  const appRef = useAppRef()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    if (!isUndo || event.altKey || event.shiftKey || !canUndo || isTextField(event.target)) return
    event.preventDefault()
    if (!event.repeat) undo()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      const { notifications } = appRef.getSnapshot().children
      notifications?.send({ type: 'notification.dismissed', key: bulkNotification })
    }
  }, [appRef])
  return null
}
