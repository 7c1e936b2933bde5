import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import { isStaged, selectInsertionPoint } from '#machines/editing/add-resource.ts'
import { selectOrder } from '#machines/editing/reorder.ts'
import { type PendingEditsRef, selectReorder } from '#machines/editing/pending-edits.ts'
import { PositionView } from '#src/views/page/PositionView.tsx'
import { EmptyGroup } from './EmptyGroup.tsx'
import { StagedComponent } from './StagedComponent.tsx'
import { useEditMode } from '../hooks/use-edit-mode.ts'

/** Renders a group in edit mode: its positions in the pending order and the staged component at its insertion point. */
export function EditableGroup({ iri, positions }: { iri: Iri; positions: readonly Iri[] }) {
  const { addRef, selectionRef, pendingEditsRef } = useEditMode()
  const order = useOrder(iri, positions, pendingEditsRef)
  const index = useSelector(addRef, (snapshot) => {
    const spot = snapshot && isStaged(snapshot) ? selectInsertionPoint(snapshot) : null
    return spot?.group === iri ? spot.index : null
  })

  const components = order.map((position) => <PositionView key={position} iri={position} />)
  if (addRef && selectionRef && index !== null) {
    const staged = <StagedComponent key="new" addRef={addRef} selectionRef={selectionRef} />
    return components.toSpliced(index, 0, staged)
  }
  return components.length > 0 ? components : <EmptyGroup iri={iri} />
}

/** Returns the positions of a group in the order to show: that of an unsaved move, else the stored one. */
export function useOrder(
  group: Iri,
  positions: readonly Iri[],
  pendingEditsRef: PendingEditsRef | undefined,
) {
  const reorderRef = useSelector(
    pendingEditsRef,
    (snapshot) => snapshot && selectReorder(group)(snapshot),
  )
  const pendingOrder = useSelector(reorderRef, (snapshot) => snapshot && selectOrder(snapshot))
  if (!pendingOrder) return positions
  // Positions may have been added or removed since the move.
  return [
    ...pendingOrder.filter((position) => positions.includes(position)),
    ...positions.filter((position) => !pendingOrder.includes(position)),
  ]
}
