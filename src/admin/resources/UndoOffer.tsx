import { useEffect, useEffectEvent } from 'react'
import { bulkNotification } from '#content/admin/bulk-change.ts'
import { useAppRef } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { ListPage } from '../hooks/use-list-page.ts'
import styles from './ResourceList.module.css'

/** True where Ctrl+Z undoes what was typed. */
const isTextField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')

/**
 * Undoes the last change of a list, or of routes, by Ctrl+Z, or ⌘Z, and by a button that stays for as long as that is possible.
 * The notification that offers it, too, stays only for seconds, and leaves with these.
 */
export function UndoOffer({ canUndo, undo }: Pick<ListPage, 'canUndo' | 'undo'>) {
  const appRef = useAppRef()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    if (!isUndo || event.altKey || event.shiftKey || !canUndo || isTextField(event.target)) return
    event.preventDefault()
    if (!event.repeat) undo()
  })
  const press = () => {
    // The button leaves with what it offers.
    document.getElementById('main')?.focus({ preventScroll: true })
    undo()
  }
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      const { notifications } = appRef.getSnapshot().children
      notifications?.send({ type: 'notification.dismissed', key: bulkNotification })
    }
  }, [appRef])
  return canUndo ? (
    <div className={styles.undo}>
      <Button aria-keyshortcuts="Control+Z" onClick={press}>
        <Icon name="undo" />
        Undo the last change
      </Button>
    </div>
  ) : null
}
