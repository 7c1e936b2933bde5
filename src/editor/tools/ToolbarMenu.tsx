import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import buttonStyles from '#src/ui/Button.module.css'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import menuStyles from '../bar/BarMenu.module.css'
import { keepFocus } from '../dom/keep-focus.ts'
import styles from './SelectionToolbar.module.css'

interface ToolbarMenuProps {
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  /** The name of the button; its content by default. */
  label?: string
  /** Returns the items. Each calls `restoreFocus` before its action, so that a dialog returns the focus there. */
  children: (restoreFocus: () => void) => ReactNode
}

/**
 * Shows a button of the toolbar that opens a menu. Once that closes, the focus is where it was, such as in the text that is
 * being typed.
 */
export function ToolbarMenu({ trigger, label, children }: ToolbarMenuProps) {
  const [restoreFocus, setRestoreFocus] = useState(() => () => {})
  return (
    // A modal menu would hide the scrollbar and so shift the page.
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(open) => {
        if (!open) return
        const restore = keepFocus()
        setRestoreFocus(() => restore)
      }}
    >
      <DropdownMenu.Trigger
        aria-label={label}
        title={label}
        tabIndex={-1}
        className={classNames(buttonStyles.button, buttonStyles.quiet, styles.tool)}
      >
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={classNames(popoverStyles.popover, menuStyles.menu)}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          data-editor-chrome=""
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus()
          }}
        >
          {children(restoreFocus)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
