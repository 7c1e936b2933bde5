import { useSelector } from '@xstate/react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import { type InsertSide, insertionPointFor } from '#content/model/insertion-point.ts'
import { type EditModeRef, canAct, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusy } from '#machines/editing/pending-action.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { EditorActorRefs } from './editor-actor-refs.ts'
import styles from './ResourceToolbar.module.css'
import { useTemplateLocks } from '../hooks/use-content-scope.ts'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'

/** Shows the actions for the selected resource. Actions that are unavailable for the moment keep their place. */
export function ResourceToolbar({ editModeRef, selectionRef, pendingEditsRef }: EditorActorRefs) {
  const { selectedIri = '', position, group } = useSelection(selectionRef)
  const { visible } = useLiveAndDraft(selectedIri, selectionRef)
  const actionsAllowed = useSelector(editModeRef, canAct)
  const isGroup = isIriOf('COMPONENT_GROUP', selectedIri)
  const addTarget = isGroup ? selectedIri : position
  const { isLocked, isPositionLocked } = useTemplateLocks(selectedIri, addTarget)
  if (isLocked) return null
  return (
    <div role="group" aria-label="Actions" className={styles.toolbar}>
      {visible && publishState(visible) === 'draft' ? (
        <PublishButton iri={visible['@id']} {...{ editModeRef, actionsAllowed }} />
      ) : null}
      {addTarget && !isPositionLocked ? (
        <AddButtons
          editModeRef={editModeRef}
          target={addTarget}
          actionsAllowed={actionsAllowed}
          inserts={isGroup ? groupInserts : siblingInserts}
        />
      ) : null}
      {!isGroup && position && group && !isPositionLocked ? (
        <MoveButtons
          pendingEditsRef={pendingEditsRef}
          group={group}
          position={position}
          actionsAllowed={actionsAllowed}
        />
      ) : null}
      {isGroup ? null : (
        <DeleteButton iri={visible?.['@id'] ?? selectedIri} {...{ editModeRef, actionsAllowed }} />
      )}
    </div>
  )
}

interface ActionButtonProps {
  editModeRef: EditModeRef
  iri: Iri
  actionsAllowed: boolean
}

function PublishButton({ editModeRef, iri, actionsAllowed }: ActionButtonProps) {
  const busy = useSelector(useSelector(editModeRef, selectPendingActionRef), isBusy)
  return (
    <Button
      variant="solid"
      className={styles.primary}
      busy={busy}
      unavailable={!actionsAllowed}
      onClick={() => editModeRef.send({ type: 'publish.requested', iri })}
    >
      Publish
    </Button>
  )
}

const DeleteButton = ({ editModeRef, iri, actionsAllowed }: ActionButtonProps) => (
  <Button
    variant="quiet"
    className={styles.last}
    unavailable={!actionsAllowed}
    onClick={() => editModeRef.send({ type: 'delete.requested', iri })}
  >
    <Icon name="trash" />
    Delete
  </Button>
)

const siblingInserts: [InsertSide, string][] = [
  ['before', 'Add before'],
  ['after', 'Add after'],
]
const groupInserts: [InsertSide, string][] = [
  ['start', 'Add to start'],
  ['end', 'Add to end'],
]

interface AddButtonsProps {
  editModeRef: EditModeRef
  target: Iri
  actionsAllowed: boolean
  inserts: [InsertSide, string][]
}

function AddButtons({ editModeRef, target, actionsAllowed, inserts }: AddButtonsProps) {
  const { read } = useResourceCache()
  const add = (side: InsertSide) => {
    const insertionPoint = insertionPointFor(target, side, read)
    if (insertionPoint) editModeRef.send({ type: 'add.requested', insertionPoint })
  }
  return inserts.map(([side, label]) => (
    <Button key={side} unavailable={!actionsAllowed} onClick={() => add(side)}>
      {label}
    </Button>
  ))
}

function MoveButtons({ actionsAllowed, ...target }: MoveTarget & { actionsAllowed: boolean }) {
  const { index, count, move } = useMove(target)
  return (
    <>
      <Button unavailable={!actionsAllowed || index <= 0} onClick={() => move(index - 1)}>
        <Icon name="up" />
        Move up
      </Button>
      <Button
        unavailable={!actionsAllowed || index < 0 || index >= count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" />
        Move down
      </Button>
    </>
  )
}
