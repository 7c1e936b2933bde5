import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { InitialFocus } from './menu-focus.ts'

export interface MenuState {
  /** True while the menu is open; without it the menu opens and closes by itself. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Moves the focus on from where it was before the menu opened, once it is closed. */
  focusOnClose?: () => unknown
}

/** Returns whether a menu is open, and functions that open and close it; `leave` leaves the focus where it is. */
export function useMenuState({ open, onOpenChange, focusOnClose }: MenuState) {
  const [isOpenByItself, setOpen] = useState(false)
  const [initialFocus, setInitialFocus] = useState<InitialFocus>('menu')
  const hasLeft = useRef(false)
  const isOpen = open ?? isOpenByItself
  const change = (opened: boolean, left: boolean) => {
    hasLeft.current = left
    onOpenChange?.(opened)
    setOpen(opened)
  }
  const moveFocus = useEffectEvent(() => hasLeft.current || focusOnClose?.())
  // Once what an item does has been rendered.
  useEffect(() => (isOpen ? () => void moveFocus() : undefined), [isOpen])
  return {
    isOpen,
    initialFocus,
    toggle: (focus: InitialFocus) => {
      setInitialFocus(focus)
      change(!isOpen, false)
    },
    close: () => change(false, false),
    leave: () => change(false, true),
  }
}
