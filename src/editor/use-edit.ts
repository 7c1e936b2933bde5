import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Iri } from '#content/iri.ts'
import type { Component } from '#content/resource.ts'
import type { EditModeRef } from '#machines/edit-mode.ts'
import { selectTyped } from '#machines/field.ts'
import { type UnsavedRef, selectField, selectFields } from '#machines/unsaved.ts'
import { useCache } from '#src/resources/use-resource.ts'
import type { EditProps } from './define-editor.ts'
import { isAlike, useTogether } from './use-actors.ts'

interface Actors {
  editModeRef: EditModeRef
  unsavedRef: UnsavedRef
}

/**
 * A component as it is being edited. Its twins are edited as one: the first save of a live one makes a draft, and what
 * is typed in between must neither wait for nor be lost to that.
 */
export function useEdit(
  resource: Component,
  twins: readonly (Iri | null)[],
  { editModeRef, unsavedRef }: Actors,
): EditProps {
  const cache = useCache()
  const pair = twins.filter((iri) => iri !== null)
  const typed = useTyped(pair, unsavedRef)
  const edited = useMemo(() => ({ ...resource, ...typed }), [resource, typed])

  const fieldOf = (property: string) =>
    pair
      .map((iri) => selectField(iri, property)(unsavedRef.getSnapshot()))
      .find((fieldRef) => fieldRef !== undefined)

  return {
    resource: edited,
    change: (property, value, { isChoice = false } = {}) => {
      const iri = resource['@id']
      const stored = cache.read(iri)?.[property] ?? null
      const fieldRef = fieldOf(property)
      if (fieldRef) fieldRef.send({ type: 'field.changed', value, stored })
      else editModeRef.send({ type: 'field.changed', iri, property, value, stored, isChoice })
    },
    settle: () => editModeRef.send({ type: 'flush.requested' }),
  }
}

/** What has been typed into its properties and is not stored yet. */
function useTyped(pair: readonly Iri[], unsavedRef: UnsavedRef) {
  const fields = useSelector(
    unsavedRef,
    (snapshot) => Object.assign({}, ...pair.map((iri) => selectFields(iri)(snapshot))) as Fields,
    isAlike,
  )
  const refs = useMemo(() => Object.values(fields), [fields])
  return useTogether(
    refs,
    () =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([property, fieldRef]) => {
          const value = selectTyped(fieldRef.getSnapshot())
          return value === undefined ? [] : [[property, value]]
        }),
      ),
    isAlike,
  )
}

type Fields = ReturnType<ReturnType<typeof selectFields>>
