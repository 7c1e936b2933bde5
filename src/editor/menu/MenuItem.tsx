import { DropdownMenu } from 'radix-ui'
import { type ReactNode, use } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { type Keys, ariaKeyShortcuts, keysLabel } from '../shortcuts.ts'
import { BeforeSelectContext } from './before-select.ts'
import styles from './Menu.module.css'

interface MenuItemProps {
  onSelect: () => unknown
  disabled?: boolean
  'aria-current'?: 'true' | undefined
  /** The keys that do the same, the first of which are shown beside it. */
  keys?: readonly [Keys, ...Keys[]] | undefined
  children: ReactNode
}

/** Shows an item of a menu that does something. */
export function MenuItem({ onSelect, keys, children, ...props }: MenuItemProps) {
  const beforeSelect = use(BeforeSelectContext)
  return (
    <DropdownMenu.Item
      {...props}
      className={styles.item}
      aria-keyshortcuts={keys && ariaKeyShortcuts(keys)}
      onSelect={() => {
        beforeSelect?.()
        onSelect()
      }}
    >
      {children}
      {keys ? (
        <kbd aria-hidden="true" className={styles.keys}>
          {keysLabel(keys[0])}
        </kbd>
      ) : null}
    </DropdownMenu.Item>
  )
}

/** Something that an item of a menu does. */
export interface MenuEntry {
  label: string
  keys?: readonly [Keys, ...Keys[]]
  isAllowed: boolean
  act: () => unknown
}

/** Shows an item for each entry. */
export const MenuEntries = ({ entries }: { entries: readonly MenuEntry[] }) =>
  entries.map(({ label, keys, isAllowed, act }) => (
    <MenuItem key={label} keys={keys} disabled={!isAllowed} onSelect={act}>
      {label}
    </MenuItem>
  ))

interface MenuRadioGroupProps<Value extends string> {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** Shows items of a menu of which one is chosen. */
export const MenuRadioGroup = <Value extends string>({
  value,
  options,
  onChoose,
}: MenuRadioGroupProps<Value>) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={(chosen) => onChoose(chosen as Value)}>
    {options.map((option) => (
      <DropdownMenu.RadioItem
        key={option.value}
        value={option.value}
        className={classNames(styles.item, styles.option)}
      >
        <DropdownMenu.ItemIndicator asChild>
          <Icon name="check" />
        </DropdownMenu.ItemIndicator>
        {option.label}
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)

/** Shows what the items below it have in common. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>
)
