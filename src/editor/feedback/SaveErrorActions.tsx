import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { EnteredValue } from '#content/change/fields/field-value.ts'
import { type FieldRef, hasPendingText } from '#machines/editing/changes/field.ts'
import type { SaveRefusalRef } from '#machines/editing/changes/save-refusal.ts'
import { Button } from '#src/ui/Button.tsx'
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

interface EditActionsProps {
  fieldRef: FieldRef
  refusalRef: SaveRefusalRef
  edited: EnteredValue
  /** The button that saves the edit. */
  children: ReactNode
}

/** Shows the button that saves an edit, and those that copy its text and give it up. */
export function EditActions({ fieldRef, refusalRef, edited, children }: EditActionsProps) {
  const copyable = useSelector(fieldRef, hasPendingText)
  return (
    <SaveErrorActions>
      {children}
      {copyable ? (
        <Button onClick={() => refusalRef.send({ type: 'copy.requested', ...edited })}>
          Copy my text
        </Button>
      ) : null}
      <Button onClick={() => refusalRef.send({ type: 'edits.discarded' })}>
        Discard my change
      </Button>
    </SaveErrorActions>
  )
}
