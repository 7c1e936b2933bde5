import { NEW_RESOURCE } from '#content/model/iri.ts'
import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import type { UnsavedListRef } from '#machines/editing/changes/unsaved-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveStatus.module.css'
import { findResourceElement, findTextField, hitTest } from '../dom/hit-test.ts'
import { focusPanel } from '../dom/find-panel.ts'
import { focusAtEnd } from '../dom/keep-focus.ts'
import { resourceStates } from '../resource-states.ts'
import { useSaveStatus } from '../hooks/use-save-status.ts'

const statuses = {
  saved: { icon: 'check', label: 'Saved' },
  saving: { icon: 'history', label: 'Saving…' },
  unsaved: { icon: 'warning', label: 'Not saved' },
  staged: resourceStates.new,
} as const satisfies Record<string, { icon: IconName; label: string }>

interface SaveStatusProps {
  selectionRef: SelectionRef
  changeQueueRef: ChangeQueueRef
  unsavedListRef: UnsavedListRef
}

/**
 * Shows whether all edits are saved, and opens the list of those that are not, or selects the component that is being added.
 * This is not a live region, because `Announcer` announces it to screen readers.
 */
export function SaveStatus({ selectionRef, changeQueueRef, unsavedListRef }: SaveStatusProps) {
  const status = useSaveStatus(changeQueueRef)
  const { icon, label } = statuses[status]
  const isStaged = status === 'staged'

  return (
    <Button
      variant="quiet"
      className={classNames(styles.status, styles[status])}
      aria-haspopup={isStaged ? undefined : 'dialog'}
      disabledReason={status === 'saved' ? 'There is nothing that is not saved.' : null}
      data-save-status={status}
      onClick={() =>
        isStaged ? selectNew(selectionRef) : unsavedListRef.send({ type: 'list.requested' })
      }
    >
      <Icon name={icon} />
      <span className={styles.label}>{label}</span>
    </Button>
  )
}

/** Selects the component that is being added, and focuses its text, or else the panel. */
function selectNew(selectionRef: SelectionRef) {
  const element = findResourceElement(NEW_RESOURCE)!
  selectionRef.send({ type: 'resource.selected', ...hitTest(element)! })
  const textEl = findTextField(element)
  if (textEl) focusAtEnd(textEl)
  else focusPanel()
}
