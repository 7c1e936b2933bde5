import { useSelector } from '@xstate/react'
import { type EditModeRef, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusy, isBusyWith } from '#machines/editing/pending-action.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { EditorActorRefs } from './editor-actor-refs.ts'
import styles from './ResourceToolbar.module.css'
import { ClipboardMenu } from '../clipboard/ClipboardMenu.tsx'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import { useResourceActions } from '../hooks/use-resource-actions.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'

/** Shows the actions for the selected resource. Actions that are unavailable for the moment keep their place. */
export function ResourceToolbar({ editModeRef, ...actors }: EditorActorRefs) {
  const actions = useResourceActions({ editModeRef, ...actors })
  const { isAllowed, publish, inserts, moveTarget, copying, remove } = actions
  const { duplicate, copy, paste } = copying
  if (!publish && !copy && !paste && !remove) return null
  return (
    <div role="group" aria-label="Actions" className={styles.toolbar}>
      {publish ? (
        <PublishButton editModeRef={editModeRef} isAllowed={isAllowed} publish={publish} />
      ) : null}
      {inserts.map(({ label, insert }) => (
        <Button key={label} unavailable={!isAllowed} onClick={insert}>
          {label}
        </Button>
      ))}
      {moveTarget ? <MoveButtons {...moveTarget} isAllowed={isAllowed} /> : null}
      {duplicate ? <DuplicateButton {...{ editModeRef, isAllowed, duplicate }} /> : null}
      <ClipboardMenu copying={copying} isAllowed={isAllowed} />
      {remove ? (
        <Button variant="quiet" className={styles.last} unavailable={!isAllowed} onClick={remove}>
          <Icon name="trash" />
          Delete
        </Button>
      ) : null}
    </div>
  )
}

interface PublishButtonProps {
  editModeRef: EditModeRef
  isAllowed: boolean
  publish: () => void
}

function PublishButton({ editModeRef, isAllowed, publish }: PublishButtonProps) {
  const busy = useSelector(useSelector(editModeRef, selectPendingActionRef), isBusy)
  return (
    <Button
      variant="solid"
      className={styles.primary}
      busy={busy}
      unavailable={!isAllowed}
      onClick={publish}
    >
      Publish
    </Button>
  )
}

interface DuplicateButtonProps {
  editModeRef: EditModeRef
  isAllowed: boolean
  duplicate: () => unknown
}

function DuplicateButton({ editModeRef, isAllowed, duplicate }: DuplicateButtonProps) {
  const pendingActionRef = useSelector(editModeRef, selectPendingActionRef)
  const busy = useSelector(pendingActionRef, isBusyWith('duplicate.requested'))
  return (
    <Button
      busy={busy}
      unavailable={!isAllowed}
      aria-keyshortcuts={ariaKeyShortcuts(shortcuts.duplicate.keys)}
      onClick={duplicate}
    >
      <Icon name="copy" />
      Duplicate
    </Button>
  )
}

function MoveButtons({ isAllowed, ...target }: MoveTarget & { isAllowed: boolean }) {
  const { index, count, move } = useMove(target)
  return (
    <>
      <Button unavailable={!isAllowed || index <= 0} onClick={() => move(index - 1)}>
        <Icon name="up" />
        Move up
      </Button>
      <Button
        unavailable={!isAllowed || index < 0 || index >= count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" />
        Move down
      </Button>
    </>
  )
}
