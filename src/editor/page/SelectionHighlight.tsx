import { useEffect } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { ElementHighlight } from './ElementHighlight.tsx'
import { scrollIntoView } from '../dom/scroll-into-view.ts'
import { usePendingOrder } from '../hooks/use-group-order.ts'
import { useElementHighlight } from '../hooks/use-element-highlight.ts'
import { useReportAncestors } from './use-report-ancestors.ts'
import { useSelection } from '../hooks/use-selection.ts'

interface SelectionHighlightProps {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/** Highlights the selected resource on the page, and scrolls it into view when it is selected or moved. */
export function SelectionHighlight(actors: SelectionHighlightProps) {
  const { selectedIri, group } = useSelection(actors.selectionRef)
  if (selectedIri === undefined) return null
  return <HighlightedResource iri={selectedIri} group={group} {...actors} />
}

interface HighlightedResourceProps extends SelectionHighlightProps {
  iri: Iri
  group: Iri<'COMPONENT_GROUP'> | undefined
}

function HighlightedResource({
  iri,
  group,
  selectionRef,
  pendingEditsRef,
}: HighlightedResourceProps) {
  const { element, name, state } = useElementHighlight(iri, selectionRef)
  useEffect(() => {
    // The page and the layout are in sight wherever it is scrolled to.
    if (element && !element.dataset['area']) scrollIntoView(element)
  }, [element])
  useReportAncestors(element, selectionRef)
  const pendingOrder = usePendingOrder(group, pendingEditsRef)
  useEffect(() => {
    // The group is rendered in its new order right after this.
    if (element && pendingOrder) queueMicrotask(() => scrollIntoView(element))
  }, [element, pendingOrder])
  return element && <ElementHighlight element={element} state={state} name={name} />
}
