import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import { type HoverRef, selectHoveredIri } from '#machines/editing/selection/hover.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useElementHighlight } from '../hooks/use-element-highlight.ts'
import { ElementHighlight } from './ElementHighlight.tsx'

interface HoverHighlightProps {
  hoverRef: HoverRef
  selectionRef: SelectionRef
}

/** Highlights what a press would select, with its name. The selection has a highlight of its own. */
export function HoverHighlight({ hoverRef, selectionRef }: HoverHighlightProps) {
  const iri = useSelector(hoverRef, selectHoveredIri)
  return iri === null ? null : <HoveredResource iri={iri} selectionRef={selectionRef} />
}

function HoveredResource({ iri, selectionRef }: { iri: Iri; selectionRef: SelectionRef }) {
  const { element, name, selected, state } = useElementHighlight(iri, selectionRef)
  return element && !selected ? (
    <ElementHighlight element={element} state={state} name={name} isHover />
  ) : null
}
