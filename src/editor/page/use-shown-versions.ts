import { shallowEqual } from '@xstate/react'
import { useMemo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { isResourceOf } from '#content/model/resource.ts'
import { selectDeleted } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFields } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useActorsSelector } from '../hooks/use-actors-selector.ts'
import { useContextValue } from '../hooks/use-context-value.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'

interface ActorRefs {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/** Returns the versions of a component. A deleted one is shown as it was while what was typed into it waits for a decision. */
export function useShownVersions(iri: Iri, { selectionRef, pendingEditsRef }: ActorRefs) {
  const versions = useLiveAndDraft(iri, selectionRef)
  const deleted = useDeletedResource(iri, pendingEditsRef)
  const known = deleted && isResourceOf('COMPONENT', deleted) ? deleted : undefined
  if (versions.visible || !known) return versions
  // It stays the same component, so that its text keeps the caret.
  const { '@id': edited, publishedResource } = known
  const pair = publishedResource ? { live: publishedResource, draft: edited } : null
  return { ...versions, ...pair, visible: known }
}

/** Returns a deleted resource as it was while what was typed into it waits for a decision; undefined for any other. */
export function useDeletedResource(iri: Iri, pendingEditsRef: PendingEditsRef) {
  const fields = useContextValue(pendingEditsRef, selectFields(iri), shallowEqual)
  const refs = useMemo(() => Object.values(fields), [fields])
  return useActorsSelector(refs, () =>
    refs
      .flatMap((ref) => selectDeleted(ref.getSnapshot())?.known ?? [])
      .find((resource) => resource['@id'] === iri),
  )
}
