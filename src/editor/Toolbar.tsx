import { useSelector } from '@xstate/react'
import { positionsOf } from '#content/groups.ts'
import { type Iri, typeOf } from '#content/iri.ts'
import { publishState } from '#content/publish.ts'
import { type Place, spotFor } from '#content/spot.ts'
import { type EditModeRef, canAct, isBusy } from '#machines/edit-mode.ts'
import type { UnsavedRef } from '#machines/unsaved.ts'
import { useCache, useRead } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useOrder } from './EditableGroup.tsx'
import type { Actors } from './ResourceManager.tsx'
import styles from './Toolbar.module.css'
import { announce } from './announcements.ts'
import { isAlike } from './use-actors.ts'
import { usePair, useSelected } from './use-selected.ts'

/** What can be done with what is selected. What is only not possible just now stays in its place. */
export function Toolbar({ editModeRef, managerRef, unsavedRef }: Actors) {
  const { current = '', position, group } = useSelected(managerRef)
  const { shown } = usePair(current, managerRef)
  const free = useSelector(editModeRef, canAct)
  const busy = useSelector(editModeRef, isBusy)
  const isGroup = typeOf(current) === 'COMPONENT_GROUP'
  return (
    <div role="group" aria-label="Actions" className={styles.tools}>
      {shown && publishState(shown) === 'draft' ? (
        <Button
          look="solid"
          busy={busy}
          unavailable={!free}
          onClick={() => editModeRef.send({ type: 'publish.requested', iri: shown['@id'] })}
        >
          Publish
        </Button>
      ) : null}
      {isGroup ? (
        <AddButtons editModeRef={editModeRef} target={current} free={free} places={ends} />
      ) : null}
      {!isGroup && position ? (
        <AddButtons editModeRef={editModeRef} target={position} free={free} places={sides} />
      ) : null}
      {!isGroup && position && group ? (
        <MoveButtons
          editModeRef={editModeRef}
          unsavedRef={unsavedRef}
          group={group}
          position={position}
          free={free}
        />
      ) : null}
      {isGroup ? null : (
        <Button
          look="danger"
          unavailable={!free}
          onClick={() =>
            editModeRef.send({ type: 'delete.requested', iri: shown?.['@id'] ?? current })
          }
        >
          <Icon name="trash" />
          Delete
        </Button>
      )}
    </div>
  )
}

const sides: [Place, string][] = [
  ['before', 'Add before'],
  ['after', 'Add after'],
]
const ends: [Place, string][] = [
  ['start', 'Add to start'],
  ['end', 'Add to end'],
]

interface AddButtonsProps {
  editModeRef: EditModeRef
  target: Iri
  free: boolean
  places: [Place, string][]
}

function AddButtons({ editModeRef, target, free, places }: AddButtonsProps) {
  const { read } = useCache()
  const add = (place: Place) => {
    const spot = spotFor(target, place, read)
    if (spot) editModeRef.send({ type: 'add.requested', spot })
  }
  return places.map(([place, label]) => (
    <Button key={place} unavailable={!free} onClick={() => add(place)}>
      {label}
    </Button>
  ))
}

interface Moved {
  editModeRef: EditModeRef
  unsavedRef: UnsavedRef
  group: Iri
  position: Iri
}

function MoveButtons({ free, ...moved }: Moved & { free: boolean }) {
  const { index, count, move } = useMove(moved)
  return (
    <>
      <Button unavailable={!free || index <= 0} onClick={() => move(index - 1)}>
        <Icon name="up" />
        Move up
      </Button>
      <Button
        unavailable={!free || index < 0 || index >= count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" />
        Move down
      </Button>
    </>
  )
}

/** Where a position stands in its group, counted from 0, and how it gets elsewhere. */
export function useMove({ editModeRef, unsavedRef, group, position }: Moved) {
  const stored = useRead((read) => positionsOf(group, read), isAlike)
  const order = useOrder(group, stored, unsavedRef)
  const move = (to: number) => {
    editModeRef.send({ type: 'move.requested', group, position, to, order: [...order] })
    announce(`Moved to ${to + 1} of ${order.length}`)
  }
  return { index: order.indexOf(position), count: order.length, move }
}
