import type { EnteredValue } from '#content/change/fields/field-value.ts'
import styles from './SaveError.module.css'
import { plainTextOf } from './plain-text.ts'

/** Shows what was entered into the field with this label, where that is not on the page. */
export const ChangeText = ({ label, edited }: { label: string; edited: EnteredValue }) => (
  <blockquote className={styles.change} aria-label={`My change: ${label}`}>
    {plainTextOf(edited) || '(empty)'}
  </blockquote>
)
