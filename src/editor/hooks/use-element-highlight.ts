import { type Iri, NEW_RESOURCE, isStructural, iriTypeOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import type { Component } from '#content/model/resource.ts'
import type { ContentScope } from '#content/page/content-scope.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { labelOf } from '../labels.ts'
import type { ResourceState } from '../resource-states.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { useContentScope } from './use-content-scope.ts'
import { useResourceElement } from './use-resource-element.ts'
import { useLiveAndDraft } from './use-selection.ts'

/** Returns what the highlight of a resource shows, and the element that it is drawn around; null while there is none. */
export function useElementHighlight(iri: Iri, selectionRef: SelectionRef) {
  const { selected, visible } = useLiveAndDraft(iri, selectionRef)
  const site = useSiteKinds()
  const scope = useContentScope(iri)
  const name = useResourceSelector((read) => labelOf(iri, read, site))
  const element = useResourceElement(
    iriTypeOf(iri) === 'COMPONENT' ? (visible?.['@id'] ?? iri) : iri,
  )
  return { element, name, selected, state: resourceStateOf(iri, visible, scope) }
}

/** Returns the state of a resource, which its highlight and the panel show. */
export function useResourceState(iri: Iri, selectionRef: SelectionRef) {
  const { visible } = useLiveAndDraft(iri, selectionRef)
  return resourceStateOf(iri, visible, useContentScope(iri))
}

const resourceStateOf = (
  iri: string,
  visible: Component | undefined,
  scope: ContentScope,
): ResourceState => {
  if (iri === NEW_RESOURCE) return 'new'
  if (scope === 'template') return scope
  if (isStructural(iri)) return 'structure'
  return (visible && publishState(visible)) ?? 'live'
}
