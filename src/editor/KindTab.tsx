import type { Iri } from '#content/iri.ts'
import type { ComponentKind } from '#content/kind.ts'
import type { Component } from '#content/resource.ts'
import { Select } from '#src/ui/Select.tsx'
import type { Actors } from './ResourceManager.tsx'
import { type EditProps, useKind } from './define-editor.ts'
import { useEdit } from './use-edit.ts'

interface KindTabProps extends Actors {
  kind: ComponentKind
  resource: Component
  twins: readonly (Iri | null)[]
}

/** What only this kind of component has: the fields its editor puts here, its looks, its styles. */
export function KindTab({ kind, resource, twins, ...actors }: KindTabProps) {
  const edit = useEdit(resource, twins, actors)
  return <KindFields kind={kind} edit={edit} />
}

export const NewKindTab = KindFields

function KindFields({ kind, edit }: { kind: ComponentKind; edit: EditProps }) {
  const { editor } = useKind(kind.type)
  return (
    <>
      {editor?.Tab ? <editor.Tab {...edit} /> : null}
      <Looks kind={kind} {...edit} />
      {!editor?.Tab && !kind.uiVariants && !kind.styles ? (
        <p>Type on the page to change it.</p>
      ) : null}
    </>
  )
}

const fallback = { value: '', label: 'Default' }

function Looks({ kind, resource, change }: EditProps & { kind: ComponentKind }) {
  const choice = { isChoice: true }
  return (
    <>
      {kind.uiVariants ? (
        <Select
          label="Look"
          value={resource.uiComponent ?? ''}
          options={[
            fallback,
            ...kind.uiVariants.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(name) => change('uiComponent', name || null, choice)}
        />
      ) : null}
      {kind.styles ? (
        <Select
          label="Style"
          value={resource.uiClassNames?.[0] ?? ''}
          options={[
            fallback,
            ...kind.styles.map(({ className, label }) => ({ value: className, label })),
          ]}
          onChange={(name) => change('uiClassNames', name ? [name] : null, choice)}
        />
      ) : null}
    </>
  )
}
