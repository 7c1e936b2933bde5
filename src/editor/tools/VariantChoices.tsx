import type { ComponentType } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { type VariantChoice, variantChoices } from '../fields/variant-choices.ts'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'
import { MenuRadioGroup } from '../menu/MenuItem.tsx'
import { useKind } from '../site-kinds.ts'
import { ToolbarMenu } from './ToolbarMenu.tsx'
import styles from './SelectionToolbar.module.css'

interface VariantChoicesProps {
  iri: Iri
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
  /** Shows one of the choices. */
  Choice: ComponentType<VariantChoice>
}

/** Shows each choice between variants that the kind of the selected component has. */
export function VariantChoices({ iri, selectionRef, ...props }: VariantChoicesProps) {
  const { live, draft, visible, isLiveShown } = useLiveAndDraft(iri, selectionRef)
  const { kind } = useKind(visible?.['@type'])
  if (!kind || !visible) return null
  const versions = [live, draft]
  return <ChoicesOf {...{ kind, resource: visible, versions, isLive: isLiveShown }} {...props} />
}

interface ChoicesOfProps extends Pick<VariantChoicesProps, 'pendingEditsRef' | 'Choice'> {
  kind: ComponentKind
  resource: Component
  versions: readonly (Iri | null)[]
  /** True to edit the live version itself, and not its draft. */
  isLive: boolean
}

function ChoicesOf(props: ChoicesOfProps) {
  const { kind, resource, versions, isLive, pendingEditsRef, Choice } = props
  const editProps = useComponentEdits(resource, versions, pendingEditsRef, { isLive })
  return variantChoices({ kind, ...editProps }).map((choice) => (
    <Choice key={choice.label} {...choice} />
  ))
}

/** Shows a choice as a tool that opens a menu. */
export const VariantMenu = ({ label, value, options, choose }: VariantChoice) => (
  <ToolbarMenu
    trigger={
      <>
        {label}
        <span aria-hidden="true" className={styles.arrow} />
      </>
    }
  >
    <MenuRadioGroup value={value} options={options} onChoose={choose} />
  </ToolbarMenu>
)

/** Shows a choice as items of a menu. */
export const VariantItems = ({ choose, ...choice }: VariantChoice) => (
  <MenuRadioGroup {...choice} onChoose={choose} />
)
