import { useSelector } from '@xstate/react'
import type { Iri } from '#content/iri.ts'
import { isStaged, selectSpot } from '#machines/add-resource.ts'
import { selectOrder } from '#machines/reorder.ts'
import { type UnsavedRef, selectReorder } from '#machines/unsaved.ts'
import { PositionView } from '#src/views/PositionView.tsx'
import { EmptyGroup } from './EmptyGroup.tsx'
import { StagedComponent } from './StagedComponent.tsx'
import { useEditMode } from './use-actors.ts'

/** What a group holds, in the order it is being given, with what is being added to it. */
export function EditableGroup({ iri, positions }: { iri: Iri; positions: readonly Iri[] }) {
  const { addRef, managerRef, unsavedRef } = useEditMode()
  const order = useOrder(iri, positions, unsavedRef)
  const index = useSelector(addRef, (snapshot) => {
    const spot = snapshot && isStaged(snapshot) ? selectSpot(snapshot) : null
    return spot?.group === iri ? spot.index : null
  })

  const shown = order.map((position) => <PositionView key={position} iri={position} />)
  if (addRef && managerRef && index !== null) {
    const staged = <StagedComponent key="new" addRef={addRef} managerRef={managerRef} />
    return shown.toSpliced(index, 0, staged)
  }
  return shown.length > 0 ? shown : <EmptyGroup iri={iri} />
}

/** The order to show: the one of a move that is not saved yet, else the stored one. */
export function useOrder(
  group: Iri,
  positions: readonly Iri[],
  unsavedRef: UnsavedRef | undefined,
) {
  const reorderRef = useSelector(
    unsavedRef,
    (snapshot) => snapshot && selectReorder(group)(snapshot),
  )
  const moved = useSelector(reorderRef, (snapshot) => snapshot && selectOrder(snapshot))
  if (!moved) return positions
  // Meanwhile some may have come or gone.
  return [
    ...moved.filter((position) => positions.includes(position)),
    ...positions.filter((position) => !moved.includes(position)),
  ]
}
