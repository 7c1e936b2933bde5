import { isInline } from '#content/model/field.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import { hasInvalidFields } from '#machines/editing/changes/pending-edits.ts'
import type { EditorActorRefs } from '../editor-actor-refs.ts'
import { type EditProps, useKind } from '../../site-kinds.ts'
import { GeneratedFields } from '../../fields/GeneratedFields.tsx'
import { VariantFields } from '../../fields/VariantFields.tsx'
import { withoutMissing } from '../../fields/field-errors.ts'
import { useComponentEdits } from '../../hooks/use-component-edits.ts'
import styles from '../../fields/fields.module.css'
import { useContextValue } from '../../hooks/use-context-value.ts'

interface FieldsTabProps extends EditorActorRefs {
  kind: ComponentKind
  resource: Component
  versions: readonly (Iri | null)[]
  /** True to edit the live version itself, and not its draft. */
  isLive: boolean
}

/** Shows the fields of the component's kind: those of its editor or else generated ones, then its variants and styles. */
export function FieldsTab({ kind, resource, versions, isLive, ...actors }: FieldsTabProps) {
  const editProps = useComponentEdits(resource, versions, actors.pendingEditsRef, { isLive })
  // A missing value is marked once the API has refused to publish without it.
  const isMarked = useContextValue(actors.pendingEditsRef, hasInvalidFields(versions))
  const errors = isMarked ? editProps.errors : withoutMissing(editProps.errors, kind.fields)
  return (
    <div className={styles.fields} data-page-undo="">
      <KindFields kind={kind} editProps={{ ...editProps, errors }} />
    </div>
  )
}

export const StagedFieldsTab = KindFields

function KindFields({ kind, editProps }: { kind: ComponentKind; editProps: EditProps }) {
  const { editor } = useKind(kind.type)
  return (
    <>
      {editor ? <editor.Tab {...editProps} /> : <GeneratedFields kind={kind} {...editProps} />}
      <VariantFields kind={kind} {...editProps} />
      {!editor && !kind.uiVariants && !kind.styles && isTypedOnPage(kind) ? (
        <p>Type on the page to change it.</p>
      ) : null}
    </>
  )
}

/** True if the panel has no control for any of the kind's fields. */
const isTypedOnPage = ({ fields }: ComponentKind) =>
  Object.values(fields).every((field) => isInline(field))
