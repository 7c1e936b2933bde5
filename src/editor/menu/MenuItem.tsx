import { type ComponentProps, type MouseEvent, type ReactNode, use } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { disabledProps } from '#src/ui/disabled-props.ts'
import { type Keys, ariaKeyShortcuts, keysLabel } from '../shortcuts.ts'
import { MenuContext } from './menu-context.ts'
import styles from './Menu.module.css'

interface MenuItemProps {
  onSelect: () => unknown
  /** Says why the item does nothing now. */
  disabledReason?: string | null | undefined
  'aria-current'?: 'true' | undefined
  /** The keys that do the same, the first of which are shown beside it. */
  keys?: readonly [Keys, ...Keys[]] | undefined
  children: ReactNode
}

/** Shows an item of a menu that does something. */
export const MenuItem = ({ keys, children, ...props }: MenuItemProps) => (
  <ItemButton role="menuitem" {...props} aria-keyshortcuts={keys && ariaKeyShortcuts(keys)}>
    {children}
    {keys ? (
      <kbd aria-hidden="true" className={styles.keys}>
        {keysLabel(keys[0])}
      </kbd>
    ) : null}
  </ItemButton>
)

interface ItemButtonProps extends Omit<ComponentProps<'button'>, 'onSelect'> {
  onSelect: () => unknown
  disabledReason?: string | null | undefined
}

/** Shows the button of an item, which closes the menu and gets the focus by the arrow keys. */
function ItemButton({ onSelect, disabledReason, className, ...props }: ItemButtonProps) {
  const { beforeSelect, close } = use(MenuContext)!
  const select = () => {
    if (disabledReason) return
    beforeSelect?.()
    onSelect()
    close()
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      {...props}
      {...disabledProps(disabledReason)}
      className={classNames(styles.item, className)}
      onClick={select}
    />
  )
}

interface MenuLinkProps {
  href: string
  /** Called when the link is pressed, before the app or the browser follows it. */
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}

/** Shows an item of a menu that leads to another screen. */
export function MenuLink({ href, onClick, children }: MenuLinkProps) {
  const { close } = use(MenuContext)!
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick(event)
    close()
  }
  return (
    <a role="menuitem" tabIndex={-1} href={href} className={styles.item} onClick={follow}>
      {children}
    </a>
  )
}

/** Something that an item of a menu does. */
export interface MenuEntry {
  label: string
  keys?: readonly [Keys, ...Keys[]]
  disabledReason: string | null
  act: () => unknown
}

/** Shows an item for each entry. */
export const MenuEntries = ({ entries }: { entries: readonly MenuEntry[] }) =>
  entries.map(({ label, keys, disabledReason, act }) => (
    <MenuItem key={label} keys={keys} disabledReason={disabledReason} onSelect={act}>
      {label}
    </MenuItem>
  ))

interface MenuRadioGroupProps<Value extends string> {
  /** Names the choice, where the button of the menu does not. */
  label?: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** Shows items of a menu of which one is chosen. */
export const MenuRadioGroup = <Value extends string>({
  label,
  value,
  options,
  onChoose,
}: MenuRadioGroupProps<Value>) => (
  <div role="group" aria-label={label} className={label && styles.group}>
    {label ? <div className={styles.groupLabel}>{label}</div> : null}
    {options.map((option) => (
      <ItemButton
        key={option.value}
        role="menuitemradio"
        aria-checked={option.value === value}
        className={styles.option}
        onSelect={() => onChoose(option.value)}
      >
        {option.value === value ? <Icon name="check" /> : null}
        {option.label}
      </ItemButton>
    ))}
  </div>
)

/** Shows what the items below it have in common. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className={styles.label}>{children}</div>
)
