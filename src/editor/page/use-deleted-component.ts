import { shallowEqual } from '@xstate/react'
import { useMemo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { type Component, isResourceOf } from '#content/model/resource.ts'
import { selectDeleted } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFields } from '#machines/editing/changes/pending-edits.ts'
import { useActorsSelector } from '../hooks/use-actors-selector.ts'
import { useContextValue } from '../hooks/use-context-value.ts'

/** Returns a deleted component as it was, while what was typed into it waits for a decision; undefined for any other. */
export function useDeletedComponent(
  iri: Iri,
  pendingEditsRef: PendingEditsRef,
): Component | undefined {
  const fields = useContextValue(pendingEditsRef, selectFields(iri), shallowEqual)
  const refs = useMemo(() => Object.values(fields), [fields])
  return useActorsSelector(refs, () =>
    refs
      .flatMap((ref) => selectDeleted(ref.getSnapshot())?.known ?? [])
      .find(
        (resource): resource is Component =>
          resource['@id'] === iri && isResourceOf('COMPONENT', resource),
      ),
  )
}
