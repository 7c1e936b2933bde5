import { type ReactNode, useRef } from 'react'
import { keepFocus } from '../dom/keep-focus.ts'
import { Menu } from '../menu/Menu.tsx'
import styles from './SelectionToolbar.module.css'

interface ToolbarMenuProps {
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  /** The name of the button; its content by default. */
  label?: string
  children: ReactNode
}

/**
 * Shows a button of the toolbar that opens a menu. Once that closes, the focus is where it was, such as in the text that is
 * being typed; and before an item does what it is for, so that a dialog returns the focus there.
 */
export function ToolbarMenu({ trigger, label, children }: ToolbarMenuProps) {
  const restoreRef = useRef<() => void>(null)
  const restoreFocus = () => restoreRef.current?.()
  return (
    <Menu
      trigger={trigger}
      label={label}
      triggerProps={{ title: label, tabIndex: -1, className: styles.tool }}
      onOpenChange={(isOpened) => {
        if (isOpened) restoreRef.current = keepFocus()
      }}
      beforeSelect={restoreFocus}
      focusOnClose={restoreFocus}
    >
      {children}
    </Menu>
  )
}
