import { shallowEqual } from '@xstate/react'
import { useMemo } from 'react'
import type { Iri, IriType } from '#content/model/iri.ts'
import { isResourceOf } from '#content/model/resource.ts'
import { selectDeleted } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFields } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useActorsSelector } from './use-actors-selector.ts'
import { useContextValue } from './use-context-value.ts'
import { useLiveAndDraft } from './use-selection.ts'

interface ActorRefs {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/** Returns the versions of a component. A deleted one is shown as it was while what was typed into it waits for a decision. */
export function useShownVersions(iri: Iri, { selectionRef, pendingEditsRef }: ActorRefs) {
  const versions = useLiveAndDraft(iri, selectionRef)
  const deleted = useDeletedResource('COMPONENT', iri, pendingEditsRef)
  if (versions.visible || !deleted) return versions
  // It stays the same component, so that its text keeps the caret.
  const { '@id': draft, publishedResource: live } = deleted
  return { ...versions, ...(live ? { live, draft } : null), visible: deleted }
}

/** Returns a deleted resource as it was while what was typed into it waits for a decision; undefined for any other. */
export function useDeletedResource<Type extends IriType>(
  type: Type,
  iri: Iri,
  pendingEditsRef: PendingEditsRef,
) {
  const fields = useContextValue(pendingEditsRef, selectFields(iri), shallowEqual)
  const refs = useMemo(() => Object.values(fields), [fields])
  const deleted = useActorsSelector(refs, () =>
    refs
      .flatMap((ref) => selectDeleted(ref.getSnapshot())?.known ?? [])
      .find((resource) => resource['@id'] === iri),
  )
  return deleted && isResourceOf(type, deleted) ? deleted : undefined
}
