import { type ComponentProps, type ReactNode, type RefObject, useId, useRef } from 'react'
import buttonStyles from '#src/ui/Button.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { preventFocus } from '../dom/keep-focus.ts'
import { MenuList } from './MenuList.tsx'
import type { InitialFocus } from './menu-focus.ts'
import { type MenuState, useMenuState } from './use-menu-state.ts'

interface MenuProps extends MenuState {
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  /** The name of the button; its content by default. */
  label?: string | undefined
  /** The other attributes of the button, and a class besides that of a button. */
  triggerProps?: ComponentProps<'button'> & { ref?: RefObject<HTMLButtonElement | null> }
  /** Called before an item does what it is for. */
  beforeSelect?: () => void
  children: ReactNode
}

/**
 * Shows a button that opens a menu, with the keys of the ARIA menu button pattern
 * (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/).
 */
export function Menu({
  trigger,
  label,
  triggerProps,
  beforeSelect,
  children,
  ...state
}: MenuProps) {
  const ownRef = useRef<HTMLButtonElement>(null)
  const triggerRef = triggerProps?.ref ?? ownRef
  const triggerId = useId()
  const { isOpen, initialFocus, toggle, close, leave } = useMenuState(state)
  return (
    <>
      <MenuButton
        {...triggerProps}
        {...{ isOpen, toggle }}
        ref={triggerRef}
        id={triggerId}
        aria-label={label}
      >
        {trigger}
      </MenuButton>
      {isOpen ? (
        <MenuList {...{ triggerId, triggerRef, initialFocus, beforeSelect, close, leave }}>
          {children}
        </MenuList>
      ) : null}
    </>
  )
}

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'onToggle'> {
  isOpen: boolean
  toggle: (focus: InitialFocus) => void
}

const MenuButton = ({ isOpen, toggle, className, ...props }: MenuButtonProps) => (
  <button
    type="button"
    {...props}
    aria-haspopup="menu"
    aria-expanded={isOpen}
    className={classNames(buttonStyles.button, buttonStyles.quiet, className)}
    // The menu takes the focus, and may return it to where it was.
    onMouseDown={preventFocus}
    // A click that no press belongs to comes from a key or a screen reader.
    onClick={({ detail }) => toggle(detail === 0 ? 'firstItem' : 'menu')}
    onKeyDown={(event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      toggle(event.key === 'ArrowDown' ? 'firstItem' : 'lastItem')
    }}
  />
)
