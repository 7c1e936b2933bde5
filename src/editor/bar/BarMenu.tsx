import { DropdownMenu } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import buttonStyles from '#src/ui/Button.module.css'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './BarMenu.module.css'
import { type Keys, ariaKeyShortcuts, keyNames } from '../shortcuts.ts'

interface BarMenuProps {
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  /** The name of the button; its content by default. */
  label?: string
  triggerRef?: RefObject<HTMLButtonElement | null>
  /** True while the menu is open; without it the menu opens and closes by itself. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Returns the element that gets focus when the menu closes, or null for the button. */
  focusOnClose?: () => HTMLElement | null
  children: ReactNode
}

/** Shows a button of the editor bar that opens a menu. */
export const BarMenu = ({
  trigger,
  label,
  triggerRef,
  focusOnClose,
  children,
  ...state
}: BarMenuProps) => (
  // A modal menu would hide the scrollbar and so shift the page.
  <DropdownMenu.Root modal={false} {...state}>
    <DropdownMenu.Trigger
      ref={triggerRef}
      aria-label={label}
      className={classNames(buttonStyles.button, buttonStyles.quiet)}
    >
      {trigger}
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        className={classNames(popoverStyles.popover, styles.menu)}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        data-editor-chrome=""
        onCloseAutoFocus={(event) => {
          const element = focusOnClose?.()
          if (!element) return
          event.preventDefault()
          element.focus({ preventScroll: true })
        }}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

interface BarMenuItemProps {
  onSelect: () => unknown
  disabled?: boolean
  /** The keys that do the same, which are shown beside it. */
  keys?: readonly [Keys, ...Keys[]]
  children: ReactNode
}

export const BarMenuItem = ({ onSelect, keys, children, ...props }: BarMenuItemProps) => (
  <DropdownMenu.Item
    {...props}
    className={styles.item}
    aria-keyshortcuts={keys && ariaKeyShortcuts(keys)}
    onSelect={() => void onSelect()}
  >
    {children}
    {keys ? (
      <kbd aria-hidden="true" className={styles.keys}>
        {keyNames(keys[0], navigator.platform).join('+')}
      </kbd>
    ) : null}
  </DropdownMenu.Item>
)

export const BarMenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>
)
