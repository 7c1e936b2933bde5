import { shallowEqual, useSelector } from '@xstate/react'
import { type Iri, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import { liveAndDraft } from '#content/model/component-versions.ts'
import { type Resource, isResourceOf } from '#content/model/resource.ts'
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
  const { live, draft } = useResourceSelector((read) => liveAndDraft(iri, read), shallowEqual)
  const selected = useSelector(selectionRef, (snapshot) => {
    const selectedIri = selectSelectedIri(snapshot)
    return selectedIri !== undefined && (selectedIri === live || selectedIri === draft)
  })
  const isLiveSelected = useSelector(
    selectionRef,
    (snapshot) => selected && selectIsLiveShown(snapshot) === true,
  )
  const resource = useResourceSelector((read): Resource | undefined => {
    const version = visibleVersion(iri, read, isLiveSelected)
    return version === null ? undefined : read(version)
  })
  const visible = resource && isResourceOf('COMPONENT', resource) ? resource : undefined
  return { live, draft, selected, isLiveShown: isLiveSelected && live !== null, visible }
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
