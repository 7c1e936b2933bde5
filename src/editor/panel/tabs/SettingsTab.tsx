import type { EditableKind } from '#content/model/kind.ts'
import type { Resource } from '#content/model/resource.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import { afterTyping } from '../../dom/after-paint.ts'
import { GeneratedFields } from '../../fields/GeneratedFields.tsx'
import { VariantFields } from '../../fields/VariantFields.tsx'
import { useComponentEdits } from '../../hooks/use-component-edits.ts'
import fieldStyles from '../../fields/fields.module.css'
import styles from './InfoTab.module.css'

interface SettingsTabProps {
  kind: EditableKind
  resource: Resource
  pendingEditsRef: PendingEditsRef
}

/** Shows the fields and styles of a page or a layout. */
export function SettingsTab({ kind, resource, pendingEditsRef }: SettingsTabProps) {
  const editProps = useComponentEdits(resource, [resource['@id']], pendingEditsRef, {
    delay: afterTyping,
  })
  const isEmpty = Object.keys(kind.fields).length === 0 && !kind.styles
  return (
    <div className={fieldStyles.fields} data-page-undo="">
      <GeneratedFields kind={kind} {...editProps} />
      <VariantFields kind={kind} {...editProps} />
      {isEmpty ? <p className={styles.note}>This layout has no settings.</p> : null}
    </div>
  )
}
