import { type ReactNode, memo, useLayoutEffect } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { isPageGroup } from '#content/model/groups.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { IsAddedFirstContext } from '#src/views/hooks/use-is-first-on-page.ts'
import { PositionView } from '#src/views/page/PositionView.tsx'
import { EmptyGroup } from './EmptyGroup.tsx'
import { ReorderAnimation } from './ReorderAnimation.tsx'
import { StagedComponent } from './StagedComponent.tsx'
import { usePageActors } from './page-actors.tsx'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useGroupOrder } from '../hooks/use-group-order.ts'
import { useRecreatedPositions } from '../hooks/use-recreated-positions.ts'
import { useRemainingPositions } from '../hooks/use-remaining-positions.ts'
import { useStagedInsertionPoint } from '../hooks/use-staged-insertion-point.ts'
import { useWaitingPositions } from './use-waiting-positions.ts'

interface EditableGroupProps {
  iri: Iri<'COMPONENT_GROUP'>
  positions: readonly Iri<'COMPONENT_POSITION'>[]
  onChange: (children: ReactNode) => void
}

/** Reports what a group shows in edit mode. It is rendered beside the positions and not around them, so that they stay mounted. */
export const EditableGroup = memo(function EditableGroup({
  iri,
  positions,
  onChange,
}: EditableGroupProps) {
  const { stagedRef } = useEditMode()
  const { selectionRef, pendingEditsRef } = usePageActors()
  const stored = useRemainingPositions(useGroupOrder(iri, positions, pendingEditsRef))
  const order = useRecreatedPositions(iri, stored)
  // A recreated component gets another IRI, with which it becomes editable.
  const editable = order === stored ? null : new Set(stored)
  const insertionPoint = useStagedInsertionPoint()
  const index = insertionPoint?.group === iri ? insertionPoint.index : null
  const ofPage = useResourceSelector((read) => isPageGroup(iri, read))
  const waiting = useWaitingPositions(iri, stored, selectionRef)

  const components = order.map((position) => (
    <PositionView
      key={position}
      iri={position}
      isEditable={!waiting.has(position) && (editable?.has(position) ?? true)}
    />
  ))
  if (stagedRef && index !== null) {
    const staged = (
      <IsAddedFirstContext key="new" value={index === 0 && ofPage}>
        <StagedComponent stagedRef={stagedRef} selectionRef={selectionRef} />
      </IsAddedFirstContext>
    )
    components.splice(index, insertionPoint?.fills ? 1 : 0, staged)
  }
  const animation = <ReorderAnimation key="animation" group={iri} order={order} />
  useLayoutEffect(() => onChange([animation, ...components]))
  useLayoutEffect(() => () => onChange(null), [onChange])
  return components.length > 0 ? null : <EmptyGroup iri={iri} />
})
