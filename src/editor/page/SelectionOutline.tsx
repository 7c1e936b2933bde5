import { useEffect } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { ElementOutline } from './ElementOutline.tsx'
import { scrollIntoView } from '../dom/scroll-into-view.ts'
import { usePendingOrder } from '../hooks/use-group-order.ts'
import { useElementOutline } from '../hooks/use-element-outline.ts'
import { useSelection } from '../hooks/use-selection.ts'

interface SelectionOutlineProps {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/** Outlines the selected resource on the page, and scrolls it into view when it is selected or moved. */
export function SelectionOutline(actors: SelectionOutlineProps) {
  const { selectedIri, group } = useSelection(actors.selectionRef)
  if (selectedIri === undefined) return null
  return <OutlinedResource iri={selectedIri} group={group} {...actors} />
}

interface OutlinedResourceProps extends SelectionOutlineProps {
  iri: Iri
  group: Iri<'COMPONENT_GROUP'> | undefined
}

function OutlinedResource({ iri, group, selectionRef, pendingEditsRef }: OutlinedResourceProps) {
  const { element, name, tone } = useElementOutline(iri, selectionRef)
  useEffect(() => {
    if (element) scrollIntoView(element)
  }, [element])
  const pendingOrder = usePendingOrder(group, pendingEditsRef)
  useEffect(() => {
    if (element && pendingOrder) scrollIntoView(element)
  }, [element, pendingOrder])
  return element && <ElementOutline element={element} tone={tone} name={name} />
}
