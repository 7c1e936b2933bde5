import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
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

/** Shows whether all edits are saved. This is not a live region, because `Announcer` announces it to screen readers. */
export function SaveStatus({ changeQueueRef }: { changeQueueRef: ChangeQueueRef }) {
  const status = useSaveStatus(changeQueueRef)
  const { icon, label } = statuses[status]

  return (
    <p className={classNames(styles.status, styles[status])} data-save-status={status}>
      <Icon name={icon} />
      <span className={styles.label}>{label}</span>
    </p>
  )
}
