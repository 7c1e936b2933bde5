import { isInline } from '#content/model/field.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import { Select } from '#src/ui/Select.tsx'
import type { EditorActorRefs } from '../editor-actor-refs.ts'
import { type EditProps, useKind } from '../../site-kinds.ts'
import { GeneratedFields } from '../../fields/GeneratedFields.tsx'
import { useComponentEdits } from '../../hooks/use-component-edits.ts'
import { variantLabels } from '../../messages.ts'

interface FieldsTabProps extends EditorActorRefs {
  kind: ComponentKind
  resource: Component
  versions: readonly (Iri | null)[]
}

/** Shows the fields of the component's kind: those of its editor or else generated ones, then its variants and styles. */
export function FieldsTab({ kind, resource, versions, ...actors }: FieldsTabProps) {
  const editProps = useComponentEdits(resource, versions, actors.pendingEditsRef)
  return <KindFields kind={kind} editProps={editProps} />
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
  Object.values(fields).every((field) => isInline(field) && field.format === 'text')

const defaultOption = { value: '', label: 'Default' }

function VariantFields({ kind, resource, change }: EditProps & { kind: ComponentKind }) {
  const saveImmediately = { isChoice: true }
  return (
    <>
      {kind.uiVariants ? (
        <Select
          label={variantLabels.uiComponent}
          value={resource.uiComponent ?? ''}
          options={[
            defaultOption,
            ...kind.uiVariants.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(name) => change('uiComponent', name || null, saveImmediately)}
        />
      ) : null}
      {kind.styles ? (
        <Select
          label={variantLabels.uiClassNames}
          value={resource.uiClassNames?.[0] ?? ''}
          options={[
            defaultOption,
            ...kind.styles.map(({ className, label }) => ({ value: className, label })),
          ]}
          onChange={(name) => change('uiClassNames', name ? [name] : null, saveImmediately)}
        />
      ) : null}
    </>
  )
}
