import { isIriOf } from '#content/model/iri.ts'
import type { EditableKind } from '#content/model/kind.ts'
import type { Resource } from '#content/model/resource.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import { GeneratedFields } from '../../fields/GeneratedFields.tsx'
import { VariantFields } from '../../fields/VariantFields.tsx'
import { useComponentEdits } from '../../hooks/use-component-edits.ts'
import styles from './InfoTab.module.css'

interface SettingsTabProps {
  kind: EditableKind
  resource: Resource
  pendingEditsRef: PendingEditsRef
}

/** True for a layout, and for a page with an address: without one, only editors see it. */
const isPublic = (resource: Resource) =>
  isIriOf('LAYOUT', resource['@id']) || isIriOf('ROUTE', resource['route'])

/** Shows the fields and styles of a page or a layout, which have no drafts. */
export function SettingsTab({ kind, resource, pendingEditsRef }: SettingsTabProps) {
  const editProps = useComponentEdits(resource, [resource['@id']], pendingEditsRef)
  const isEmpty = Object.keys(kind.fields).length === 0 && !kind.styles
  return (
    <>
      <GeneratedFields kind={kind} {...editProps} />
      <VariantFields kind={kind} {...editProps} />
      {isEmpty ? <p className={styles.note}>This layout has no settings.</p> : null}
      {!isEmpty && isPublic(resource) ? (
        <p className={styles.note}>Visitors see changes at once.</p>
      ) : null}
    </>
  )
}
