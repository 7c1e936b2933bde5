import { useEffect } from 'react'
import { type Iri, NEW_RESOURCE, isStructural, iriTypeOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import type { ContentScope } from '#content/page/content-scope.ts'
import type { Component } from '#content/model/resource.ts'
import type { PendingEditsRef } from '#machines/editing/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { ElementOutline, type Tone } from './ElementOutline.tsx'
import { useSiteKinds } from '../site-kinds.ts'
import { labelOf } from '../labels.ts'
import { scrollIntoView } from './scroll-into-view.ts'
import { useContentScope } from '../hooks/use-content-scope.ts'
import { usePendingOrder } from '../hooks/use-group-order.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'

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
  const { visible } = useLiveAndDraft(iri, selectionRef)
  const site = useSiteKinds()
  const scope = useContentScope(iri)
  const name = useResourceSelector((read) => labelOf(iri, read, site))
  const element = useResourceElement(
    iriTypeOf(iri) === 'COMPONENT' ? (visible?.['@id'] ?? iri) : iri,
  )
  useEffect(() => {
    if (element) scrollIntoView(element)
  }, [element])
  const pendingOrder = usePendingOrder(group, pendingEditsRef)
  useEffect(() => {
    if (element && pendingOrder) scrollIntoView(element)
  }, [element, pendingOrder])
  return (
    element && <ElementOutline element={element} tone={toneOf(iri, visible, scope)} name={name} />
  )
}

const toneOf = (iri: string, visible: Component | undefined, scope: ContentScope): Tone => {
  if (iri === NEW_RESOURCE) return 'new'
  if (scope === 'template') return scope
  if (isStructural(iri)) return 'structure'
  return (visible && publishState(visible)) ?? 'live'
}
