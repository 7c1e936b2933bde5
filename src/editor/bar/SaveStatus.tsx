import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
import type { UnsavedListRef } from '#machines/editing/changes/unsaved-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveStatus.module.css'
import { resourceStates } from '../resource-states.ts'
import { useSaveStatus } from '../hooks/use-save-status.ts'

const statuses = {
  saved: { icon: 'check', label: 'Saved' },
  saving: { icon: 'up', label: 'Saving…' },
  unsaved: { icon: 'warning', label: 'Not saved' },
  staged: resourceStates.new,
} as const satisfies Record<string, { icon: IconName; label: string }>

interface SaveStatusProps {
  changeQueueRef: ChangeQueueRef
  unsavedListRef: UnsavedListRef
}

/**
 * Shows whether all edits are saved, and opens the list of those that are not. This is not a live region, because
 * `Announcer` announces it to screen readers.
 */
export function SaveStatus({ changeQueueRef, unsavedListRef }: SaveStatusProps) {
  const status = useSaveStatus(changeQueueRef)
  const { icon, label } = statuses[status]

  return (
    <Button
      variant="quiet"
      className={classNames(styles.status, styles[status])}
      aria-haspopup="dialog"
      unavailable={status === 'saved' || status === 'staged'}
      data-save-status={status}
      onClick={() => unsavedListRef.send({ type: 'list.requested' })}
    >
      <Icon name={icon} />
      <span className={styles.label}>{label}</span>
    </Button>
  )
}
