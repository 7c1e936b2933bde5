import { DropdownMenu } from 'radix-ui'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import menuStyles from '../bar/BarMenu.module.css'
import { type VariantChoice, variantChoices } from '../fields/variant-choices.ts'
import { useComponentEdits } from '../hooks/use-component-edits.ts'
import { ToolbarMenu } from './ToolbarMenu.tsx'
import styles from './SelectionToolbar.module.css'

interface VariantMenusProps {
  kind: ComponentKind
  resource: Component
  versions: readonly (Iri | null)[]
  pendingEditsRef: PendingEditsRef
}

/** Shows a menu for each choice between variants that the kind of the selected component has. */
export function VariantMenus({ kind, resource, versions, pendingEditsRef }: VariantMenusProps) {
  const editProps = useComponentEdits(resource, versions, pendingEditsRef)
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
    {() => (
      <DropdownMenu.RadioGroup value={value} onValueChange={choose}>
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            className={classNames(menuStyles.item, styles.option)}
          >
            <DropdownMenu.ItemIndicator asChild>
              <Icon name="check" />
            </DropdownMenu.ItemIndicator>
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    )}
  </ToolbarMenu>
)
