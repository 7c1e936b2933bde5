import { useSelector } from '@xstate/react'
import { kindOf } from '#content/model/kind.ts'
import {
  type FieldRef,
  selectDeleted,
  selectIri,
  selectProperty,
} from '#machines/editing/changes/field.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { getOwn } from '#src/views/registry/registry.ts'
import { settingsKindOf } from '../fields/settings-kind.ts'
import { fieldLabelOf } from '../messages.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** Returns an edited field with its label, and the kind of what it belongs to. */
export function useEditedField(fieldRef: FieldRef) {
  const property = useSelector(fieldRef, selectProperty)
  const iri = useSelector(fieldRef, selectIri)
  const deleted = useSelector(fieldRef, selectDeleted)
  const resource = useResource(iri) ?? deleted?.known.find((known) => known['@id'] === deleted.iri)
  const site = useSiteKinds()
  const kind = kindOf(site.kinds, resource?.['@type']) ?? settingsKindOf(resource, site)
  const field = getOwn(kind?.fields, property)
  return { label: fieldLabelOf(kind, property) || 'Change', field, kind }
}
