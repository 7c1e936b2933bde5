import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import buttonStyles from '#src/ui/Button.module.css'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { BeforeSelectContext } from './before-select.ts'
import styles from './Menu.module.css'

interface MenuProps {
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  /** The name of the button; its content by default. */
  label?: string | undefined
  /** The other attributes of the button, and a class besides that of a button. */
  triggerProps?: ComponentProps<'button'>
  /** True while the menu is open; without it the menu opens and closes by itself. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Called before an item does what it is for. */
  beforeSelect?: () => void
  /** Moves the focus once the menu closes. Returns false to leave it to the button. */
  focusOnClose?: () => boolean
  children: ReactNode
}

/** Shows a button that opens a menu. */
export const Menu = ({
  trigger,
  label,
  triggerProps,
  beforeSelect,
  focusOnClose,
  children,
  ...state
}: MenuProps) => (
  // A modal menu would hide the scrollbar and so shift the page.
  <DropdownMenu.Root modal={false} {...state}>
    <DropdownMenu.Trigger
      {...triggerProps}
      aria-label={label}
      className={classNames(buttonStyles.button, buttonStyles.quiet, triggerProps?.className)}
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
          if (focusOnClose?.()) event.preventDefault()
        }}
      >
        <BeforeSelectContext value={beforeSelect}>{children}</BeforeSelectContext>
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)
