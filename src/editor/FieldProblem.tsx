import { useSelector } from '@xstate/react'
import {
  type FieldRef,
  canRetry,
  isConflicting,
  selectFailure,
  selectProperty,
  selectSubject,
  selectTheirs,
  selectTyped,
} from '#machines/field.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureNote } from '#src/ui/FailureNote.tsx'
import { named } from '#src/views/define.ts'
import styles from './FieldProblem.module.css'
import { useKind } from './define-editor.ts'

/** What could not be saved as typed, until somebody has decided what becomes of it. */
export function FieldProblem({ fieldRef }: { fieldRef: FieldRef }) {
  const label = useFieldLabel(fieldRef)
  const conflicting = useSelector(fieldRef, isConflicting)
  const retriable = useSelector(fieldRef, canRetry)
  const failure = useSelector(fieldRef, selectFailure)
  if (!conflicting && !retriable) return null
  return (
    <section className={styles.problem} aria-label={`Not saved: ${label}`}>
      <FailureNote failure={failure} />
      {conflicting ? <Versions fieldRef={fieldRef} /> : null}
      <div className={styles.ways}>
        {conflicting ? (
          <>
            <Button look="solid" onClick={() => fieldRef.send({ type: 'keepMine.requested' })}>
              Keep mine
            </Button>
            <Button onClick={() => fieldRef.send({ type: 'takeTheirs.requested' })}>
              Take theirs
            </Button>
          </>
        ) : (
          <>
            <Button look="solid" onClick={() => fieldRef.send({ type: 'retry.requested' })}>
              Try again
            </Button>
            <Button onClick={() => fieldRef.send({ type: 'takeTheirs.requested' })}>
              Discard my change
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function useFieldLabel(fieldRef: FieldRef) {
  const property = useSelector(fieldRef, selectProperty)
  const resource = useResource(useSelector(fieldRef, selectSubject))
  const { kind } = useKind(resource?.['@type'])
  return named(kind?.fields, property)?.label ?? property
}

function Versions({ fieldRef }: { fieldRef: FieldRef }) {
  const mine = useSelector(fieldRef, selectTyped)
  const theirs = useSelector(fieldRef, selectTheirs)
  return (
    <dl className={styles.versions}>
      <div>
        <dt>Mine</dt>
        <dd>{wordsOf(mine)}</dd>
      </div>
      <div>
        <dt>Theirs</dt>
        <dd>{wordsOf(theirs)}</dd>
      </div>
    </dl>
  )
}

/** A value in words: of rich text its text alone, parsed where nothing in it can run. */
const wordsOf = (value: unknown) => {
  const text = value === null || value === undefined ? '' : String(value)
  const words = new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim()
  return words || 'Nothing'
}
