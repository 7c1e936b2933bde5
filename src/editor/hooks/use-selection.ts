import { shallowEqual, useSelector } from '@xstate/react'
import { type Iri, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import { liveAndDraft } from '#content/model/component-versions.ts'
import { type ReadResource, type Resource, isResourceOf } from '#content/model/resource.ts'
import { visibleVersion } from '#content/model/visible-version.ts'
import {
  type SelectionRef,
  selectSelectedIri,
  selectIsLiveShown,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

/**
 * Returns the IRIs of a live component and its draft, and which of the two to show: the draft, unless the editor asked
 * for the live one.
 */
export function useLiveAndDraft(iri: Iri, selectionRef: SelectionRef) {
  const { live, draft, shown, shownLive } = useResourceSelector(
    (read) => ({
      ...liveAndDraft(iri, read),
      shown: readVersion(iri, read, false),
      shownLive: readVersion(iri, read, true),
    }),
    shallowEqual,
  )
  const selected = useSelector(selectionRef, (snapshot) => {
    const selectedIri = selectSelectedIri(snapshot)
    const isSelected = selectedIri !== undefined && [live, draft].includes(selectedIri)
    return isSelected && (selectIsLiveShown(snapshot) ? 'live' : 'draft')
  })
  const isLiveSelected = selected === 'live'
  const visible = isLiveSelected ? shownLive : shown
  return {
    live,
    draft,
    selected: selected !== false,
    isLiveShown: isLiveSelected && live !== null,
    visible,
  }
}

/** Returns the version of a component that is shown; undefined for any other resource, and for one that is not known. */
const readVersion = (iri: Iri, read: ReadResource, isLiveShown: boolean) => {
  const version = visibleVersion(iri, read, isLiveShown)
  const resource: Resource | undefined = version === null ? undefined : read(version)
  return resource && isResourceOf('COMPONENT', resource) ? resource : undefined
}

/** Returns the selected resource with its position, its group and all its ancestors. */
export function useSelection(selectionRef: SelectionRef) {
  const stack = useSelector(selectionRef, selectStack)
  const [selectedIri] = stack
  return {
    stack,
    selectedIri,
    isNew: selectedIri === NEW_RESOURCE,
    position: stack.find((iri) => isIriOf('COMPONENT_POSITION', iri)),
    group: stack.find((iri) => isIriOf('COMPONENT_GROUP', iri)),
  }
}
