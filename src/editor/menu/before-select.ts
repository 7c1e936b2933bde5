import { createContext } from 'react'

/** Gives the items of a menu the function that is called before any of them does what it is for. */
export const BeforeSelectContext = createContext<(() => void) | undefined>(undefined)
