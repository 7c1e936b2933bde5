import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  selectFailure,
  selectPendingValue,
  selectProperty,
} from '#machines/editing/changes/field.ts'
import {
  type PendingEditsRef,
  editField,
  selectFields,
} from '#machines/editing/changes/pending-edits.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import type { FieldEdits } from '../site-kinds.ts'
import { errorsOf, publishErrorsOf } from '../fields/field-errors.ts'
import { useActorsSelector } from './use-actors-selector.ts'

/**
 * Returns a component, or another resource with fields, with its pending edits and the functions to change it. A live
 * component and its draft share their fields: the first save of a live component creates the draft, and typing must neither
 * wait for that nor be lost by it.
 */
export function useComponentEdits<R extends Resource>(
  resource: R,
  versions: readonly (Iri | null)[],
  pendingEditsRef: PendingEditsRef,
): FieldEdits<R> {
  const cache = useResourceCache()
  const iris = versions.filter((iri) => iri !== null)
  const fields = useFieldRefs(iris, pendingEditsRef)
  const pendingValues = usePendingValues(fields)
  const saveErrors = useSaveErrors(fields)
  const editedResource = useMemo(
    () => ({ ...resource, ...pendingValues }),
    [resource, pendingValues],
  )

  return {
    resource: editedResource,
    errors: { ...publishErrorsOf(resource._metadata.violations), ...saveErrors },
    change: (property, value, { isChoice = false } = {}) => {
      const iri = resource['@id']
      const stored = cache.read(iri)?.[property] ?? null
      editField(pendingEditsRef, iris, { iri, property, value, stored, isChoice })
    },
    flush: () => pendingEditsRef.send({ type: 'flush.requested' }),
  }
}

/** Returns the actors of a component's edited fields, by property. */
const useFieldRefs = (iris: readonly Iri[], pendingEditsRef: PendingEditsRef) =>
  useSelector(
    pendingEditsRef,
    (snapshot) => Object.assign({}, ...iris.map((iri) => selectFields(iri)(snapshot))) as Fields,
    shallowEqual,
  )

/** Returns what `select` finds in the actors of fields, by property. */
function useFieldsSelector<Value>(
  fields: Fields,
  select: (snapshot: FieldSnapshot) => Value | undefined,
): Record<string, Value> {
  const refs = useMemo(() => Object.values(fields), [fields])
  return useActorsSelector(
    refs,
    () =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([property, fieldRef]) => {
          const value = select(fieldRef.getSnapshot())
          return value === undefined ? [] : [[property, value]]
        }),
      ),
    shallowEqual,
  )
}

const usePendingValues = (fields: Fields) => useFieldsSelector(fields, selectPendingValue)

/** Returns the API's messages about the fields that it refused to save. */
const useSaveErrors = (fields: Fields) =>
  useFieldsSelector(fields, (snapshot) => {
    const failure = selectFailure(snapshot)
    return failure?.kind === 'invalid'
      ? (errorsOf(failure)[selectProperty(snapshot)] ?? failure.message)
      : undefined
  })

type Fields = ReturnType<ReturnType<typeof selectFields>>
type FieldSnapshot = ReturnType<Fields[string]['getSnapshot']>
