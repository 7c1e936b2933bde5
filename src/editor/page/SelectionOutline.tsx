import { useEffect } from 'react'
import { NEW_RESOURCE, isStructural, iriTypeOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import type { Component } from '#content/model/resource.ts'
import type { SelectionRef } from '#machines/editing/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { ElementOutline, type Tone } from './ElementOutline.tsx'
import { useSiteKinds } from '../define-editor.ts'
import { labelOf } from '../labels.ts'
import { scrollIntoView } from './scroll-into-view.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'

/** Outlines the selected resource on the page and scrolls it into view. */
export function SelectionOutline({ selectionRef }: { selectionRef: SelectionRef }) {
  const { selectedIri } = useSelection(selectionRef)
  return selectedIri === undefined ? null : (
    <OutlinedResource iri={selectedIri} selectionRef={selectionRef} />
  )
}

function OutlinedResource({ iri, selectionRef }: { iri: string; selectionRef: SelectionRef }) {
  const { visible } = useLiveAndDraft(iri, selectionRef)
  const site = useSiteKinds()
  const name = useResourceSelector((read) => labelOf(iri, read, site))
  const element = useResourceElement(
    iriTypeOf(iri) === 'COMPONENT' ? (visible?.['@id'] ?? iri) : iri,
  )
  useEffect(() => {
    if (element) scrollIntoView(element)
  }, [element])
  return element && <ElementOutline element={element} tone={toneOf(iri, visible)} name={name} />
}

const toneOf = (iri: string, visible: Component | undefined): Tone => {
  if (iri === NEW_RESOURCE) return 'new'
  if (isStructural(iri)) return 'structure'
  return (visible && publishState(visible)) ?? 'live'
}
