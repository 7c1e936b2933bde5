import { useSelector } from '@xstate/react'
import { type ReorderRef, selectFailure } from '#machines/reorder.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureNote } from '#src/ui/FailureNote.tsx'
import styles from './FieldProblem.module.css'

/** An order that could not be saved, until somebody has decided what becomes of it. */
export function MoveProblem({ reorderRef }: { reorderRef: ReorderRef }) {
  const failure = useSelector(reorderRef, selectFailure)
  if (!failure) return null
  return (
    <section className={styles.problem} aria-label="Not saved: Order">
      <FailureNote failure={failure} />
      <div className={styles.ways}>
        <Button look="solid" onClick={() => reorderRef.send({ type: 'retry.requested' })}>
          Try again
        </Button>
        <Button onClick={() => reorderRef.send({ type: 'moves.dropped' })}>
          Discard my change
        </Button>
      </div>
    </section>
  )
}
