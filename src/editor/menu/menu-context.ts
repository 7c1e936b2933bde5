import { createContext } from 'react'

interface MenuContextValue {
  /** Called before an item does what it is for. */
  beforeSelect: (() => void) | undefined
  close: () => void
}

/** Gives the items of a menu what they call when they are selected. */
export const MenuContext = createContext<MenuContextValue | null>(null)
