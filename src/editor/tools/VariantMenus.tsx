import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import { type VariantChoice, variantChoices } from '../fields/variant-choices.ts'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { MenuRadioGroup } from '../menu/MenuItem.tsx'
import { ToolbarMenu } from './ToolbarMenu.tsx'
import styles from './SelectionToolbar.module.css'

interface VariantMenusProps {
  kind: ComponentKind
  resource: Component
  versions: readonly (Iri | null)[]
  /** True to edit the live version itself, and not its draft. */
  isLive: boolean
  pendingEditsRef: PendingEditsRef
}

/** Shows a menu for each choice between variants that the kind of the selected component has. */
export function VariantMenus({
  kind,
  resource,
  versions,
  isLive,
  pendingEditsRef,
}: VariantMenusProps) {
  const editProps = useComponentEdits(resource, versions, pendingEditsRef, isLive)
  return variantChoices({ kind, ...editProps }).map((choice) => (
    <VariantMenu key={choice.label} {...choice} />
  ))
}

const VariantMenu = ({ label, value, options, choose }: VariantChoice) => (
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
