import type { ReactNode } from 'react'
import { preventFocus } from '../dom/keep-focus.ts'
import styles from './SaveError.module.css'

/**
 * Shows the buttons that decide about an edit. A press on one leaves the caret in the text: leaving that would save it, and
 * the button would be gone before it is released.
 */
export const SaveErrorActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions} onMouseDown={preventFocus}>
    {children}
  </div>
)
