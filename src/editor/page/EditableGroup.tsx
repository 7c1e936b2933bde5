import type { Iri } from '#content/model/iri.ts'
import { EditablePosition } from './EditablePosition.tsx'
import { EmptyGroup } from './EmptyGroup.tsx'
import { ReorderAnimation } from './ReorderAnimation.tsx'
import { StagedComponent } from './StagedComponent.tsx'
import { usePageActors } from './page-actors.tsx'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useGroupOrder } from '../hooks/use-group-order.ts'
import { useStagedInsertionPoint } from '../hooks/use-staged-insertion-point.ts'

/** Renders a group in edit mode: its positions in the pending order and the staged component at its insertion point. */
export function EditableGroup({
  iri,
  positions,
}: {
  iri: Iri<'COMPONENT_GROUP'>
  positions: readonly Iri<'COMPONENT_POSITION'>[]
}) {
  const { stagedRef } = useEditMode()
  const { selectionRef, pendingEditsRef } = usePageActors()
  const order = useGroupOrder(iri, positions, pendingEditsRef)
  const insertionPoint = useStagedInsertionPoint()
  const index = insertionPoint?.group === iri ? insertionPoint.index : null

  const components = order.map((position) => <EditablePosition key={position} iri={position} />)
  if (stagedRef && index !== null) {
    const staged = <StagedComponent key="new" stagedRef={stagedRef} selectionRef={selectionRef} />
    components.splice(index, insertionPoint?.fills ? 1 : 0, staged)
  }
  return (
    <ReorderAnimation group={iri} order={order}>
      {components.length > 0 ? components : <EmptyGroup iri={iri} />}
    </ReorderAnimation>
  )
}
