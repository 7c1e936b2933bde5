import type { ReactNode } from 'react'
import { type Field, isHtml } from '#content/model/field.ts'
import type { ConflictingEdits } from '#src/comparison/merge-edits.ts'
import { plainTextOf } from './plain-text.ts'
import styles from './SaveError.module.css'

export interface ConflictViewProps {
  edits: ConflictingEdits<unknown>
  field: Field | undefined
  /** Renders the choices between the two values. `merge` returns a text with the changes of both. */
  children: (merge?: () => string) => ReactNode
}

/** Shows the two values of a conflict beside each other: those of files, and all without the code that compares them. */
export function ConflictVersions({ edits, field, children }: ConflictViewProps) {
  const textOf = (value: unknown) => plainTextOf({ value, isHtml: isHtml(field) }) || '(empty)'
  return (
    <>
      <dl className={styles.versions}>
        <div>
          <dt>Mine</dt>
          <dd>{textOf(edits.mine)}</dd>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd>{textOf(edits.theirs)}</dd>
        </div>
      </dl>
      {children()}
    </>
  )
}
