import { shallowEqual } from '@xstate/react'
import { type Iri, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import { liveAndDraft } from '#content/model/component-versions.ts'
import { isLive } from '#content/model/publish-state.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
import { visibleVersion } from '#content/model/visible-version.ts'
import {
  type SelectionRef,
  selectSelectedIri,
  selectIsLiveShown,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useSelectionValue } from './use-shown-selection.ts'

/**
 * Returns the IRIs of a live component and its draft, and which of the two to show: the draft, unless the editor asked
 * for the live one.
 */
export function useLiveAndDraft(iri: Iri, selectionRef: SelectionRef) {
  const versions = useResourceSelector((read) => {
    const shown = (isLiveShown: boolean) => read(visibleVersion(iri, read, isLiveShown) ?? '')
    return { ...liveAndDraft(iri, read), shown: shown(false), shownLive: shown(true) }
  }, shallowEqual)
  const { live, draft } = versions
  // Null while it is not selected, as without a selection.
  const isLiveAsked = useSelectionValue(selectionRef, (snapshot) =>
    [live, draft].includes(selectSelectedIri(snapshot)!)
      ? selectIsLiveShown(snapshot) === true
      : null,
  )
  const resource: Resource | undefined = isLiveAsked ? versions.shownLive : versions.shown
  const visible = resource && isResourceOf('COMPONENT', resource) ? resource : undefined
  return {
    live,
    draft,
    selected: isLiveAsked !== null,
    isLiveShown: isLiveAsked === true && isLive(resource),
    visible,
  }
}

/** Returns the selected resource with its position, its group and all its ancestors. */
export function useSelection(selectionRef: SelectionRef) {
  const stack = useSelectionValue(selectionRef, selectStack)
  const [selectedIri] = stack
  return {
    stack,
    selectedIri,
    isNew: selectedIri === NEW_RESOURCE,
    position: stack.find((iri) => isIriOf('COMPONENT_POSITION', iri)),
    group: stack.find((iri) => isIriOf('COMPONENT_GROUP', iri)),
  }
}
