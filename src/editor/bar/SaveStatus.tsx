import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { isStaged } from '#machines/editing/add-resource.ts'
import type { ChangeQueueRef } from '#machines/editing/change-queue.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveStatus.module.css'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useSaveStatus } from '../hooks/use-save-status.ts'

const statuses = {
  saved: { icon: 'check', word: 'Saved' },
  saving: { icon: 'up', word: 'Saving…' },
  unsaved: { icon: 'warning', word: 'Not saved' },
  staged: { icon: 'plus', word: 'Not added yet' },
} as const satisfies Record<string, { icon: IconName; word: string }>

/** Whether what was done on the page has arrived. It is seen here; the announcer says it. */
export function SaveStatus({ changeQueueRef }: { changeQueueRef: ChangeQueueRef }) {
  const { pendingEditsRef, addRef } = useEditMode()
  const pendingStatus = useSaveStatus(pendingEditsRef, changeQueueRef)
  const staged = useSelector(addRef, (snapshot) => snapshot !== undefined && isStaged(snapshot))
  const status = pendingStatus === 'saved' && staged ? 'staged' : pendingStatus
  const { icon, word } = statuses[status]

  // Whoever closes or reloads the page is asked by the browser, and what can be saved is saved meanwhile.
  useEffect(() => {
    if (status === 'saved') return
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      pendingEditsRef?.send({ type: 'flush.requested' })
      event.preventDefault()
    }
    addEventListener('beforeunload', warnBeforeUnload)
    return () => removeEventListener('beforeunload', warnBeforeUnload)
  }, [status, pendingEditsRef])

  return (
    <p className={classNames(styles.status, styles[status])} data-save-status={status}>
      <Icon name={icon} />
      {word}
    </p>
  )
}
