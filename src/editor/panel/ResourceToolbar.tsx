import { useSelector } from '@xstate/react'
import { type EditModeRef, isAdding, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusy } from '#machines/editing/pending-action.ts'
import { Button } from '#src/ui/Button.tsx'
import type { EditorActorRefs } from './editor-actor-refs.ts'
import { ActionLabel } from './ActionLabel.tsx'
import styles from './ResourceToolbar.module.css'
import { addingReason } from '../action-refusal.ts'
import { ClipboardMenu } from '../clipboard/ClipboardMenu.tsx'
import { type DuplicateButtonProps, useDuplicateButton } from '../clipboard/use-duplicate-button.ts'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import { useResourceActions } from '../hooks/use-resource-actions.ts'

/** Shows the actions for the selected resource. Actions that are disabled for the moment keep their place. */
export function ResourceToolbar({ editModeRef, ...actors }: EditorActorRefs) {
  const actions = useResourceActions({ editModeRef, ...actors })
  const { refusal, publish, discard, inserts, moveTarget, copying, remove } = actions
  const { copy, paste } = copying
  if (!publish && !copy && !paste && !remove) return null
  return (
    <div role="group" aria-label="Actions" className={styles.toolbar}>
      <AddingNote editModeRef={editModeRef} />
      {publish ? (
        <PublishButton editModeRef={editModeRef} refusal={refusal} publish={publish} />
      ) : null}
      {discard ? (
        <Button className={styles.discard} disabledReason={refusal} onClick={discard}>
          Discard
        </Button>
      ) : null}
      {inserts.map(({ label, insert }) => (
        <Button key={label} disabledReason={refusal} onClick={insert}>
          {label}
        </Button>
      ))}
      {moveTarget ? <MoveButtons {...moveTarget} refusal={refusal} /> : null}
      <DuplicateButton {...{ editModeRef, actions }} />
      <ClipboardMenu copying={copying} refusal={refusal} />
      {remove ? (
        <Button
          variant="quiet"
          title="Delete"
          className={styles.last}
          disabledReason={refusal}
          onClick={remove}
        >
          <ActionLabel icon="trash">Delete</ActionLabel>
        </Button>
      ) : null}
    </div>
  )
}

/** Says why none of the actions can begin while a component is being added. */
const AddingNote = ({ editModeRef }: Pick<EditorActorRefs, 'editModeRef'>) =>
  useSelector(editModeRef, isAdding) ? <p className={styles.note}>{addingReason}</p> : null

interface PublishButtonProps {
  editModeRef: EditModeRef
  refusal: string | null
  publish: () => void
}

function PublishButton({ editModeRef, refusal, publish }: PublishButtonProps) {
  const busy = useSelector(useSelector(editModeRef, selectPendingActionRef), isBusy)
  return (
    <Button
      variant="solid"
      className={styles.primary}
      busy={busy}
      disabledReason={refusal}
      onClick={publish}
    >
      Publish
    </Button>
  )
}

function DuplicateButton(props: DuplicateButtonProps) {
  const attributes = useDuplicateButton(props)
  return attributes ? (
    <Button {...attributes}>
      <ActionLabel icon="copy">Duplicate</ActionLabel>
    </Button>
  ) : null
}

function MoveButtons({ refusal, ...target }: MoveTarget & { refusal: string | null }) {
  const { up, down } = useMove(target)
  return (
    <>
      <Button title="Move up" disabledReason={refusal ?? up.refusal} onClick={up.move}>
        <ActionLabel icon="up">Move up</ActionLabel>
      </Button>
      <Button title="Move down" disabledReason={refusal ?? down.refusal} onClick={down.move}>
        <ActionLabel icon="down">Move down</ActionLabel>
      </Button>
    </>
  )
}
