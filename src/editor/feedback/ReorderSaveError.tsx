import { useSelector } from '@xstate/react'
import { type ReorderRef, selectFailure } from '#machines/editing/changes/reorder.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { RetryButton } from './RetryButton.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveError.module.css'
import { readableFailure } from '../messages.ts'

/** Shows why a new order was not saved, with the choice to retry or discard it. */
export function ReorderSaveError({ reorderRef }: { reorderRef: ReorderRef }) {
  const failure = useSelector(reorderRef, selectFailure)
  if (!failure) return null
  return (
    <section
      className={classNames(popoverStyles.popover, styles.error)}
      aria-label="Not saved: Order"
      tabIndex={-1}
    >
      <FailureAlert failure={readableFailure(failure)} />
      <div className={styles.actions}>
        <RetryButton
          failure={failure}
          onRetry={() => reorderRef.send({ type: 'retry.requested' })}
        />
        <Button onClick={() => reorderRef.send({ type: 'moves.discarded' })}>
          Discard my change
        </Button>
      </div>
    </section>
  )
}
