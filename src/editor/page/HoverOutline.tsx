import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import { type HoverRef, selectHoveredIri } from '#machines/editing/selection/hover.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'
import { useElementOutline } from '../hooks/use-element-outline.ts'
import { ElementOutline } from './ElementOutline.tsx'

interface HoverOutlineProps {
  hoverRef: HoverRef
  selectionRef: SelectionRef
}

/** Outlines what a press would select, with its name. The selection has an outline of its own. */
export function HoverOutline({ hoverRef, selectionRef }: HoverOutlineProps) {
  const iri = useSelector(hoverRef, selectHoveredIri)
  return iri === null ? null : <HoveredResource iri={iri} selectionRef={selectionRef} />
}

function HoveredResource({ iri, selectionRef }: { iri: Iri; selectionRef: SelectionRef }) {
  const { selected } = useLiveAndDraft(iri, selectionRef)
  const { element, name, tone } = useElementOutline(iri, selectionRef)
  return element && !selected ? (
    <ElementOutline element={element} tone={tone} name={name} isHover />
  ) : null
}
