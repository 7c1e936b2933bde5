import { useSelector } from '@xstate/react'
import type { ReorderRef } from '#machines/editing/changes/reorder.ts'
import type { TransferRef } from '#machines/editing/changes/transfer.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { PageLink } from './PageLink.tsx'
import { RetryButton } from './RetryButton.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveError.module.css'
import { SaveErrorActions } from './SaveErrorActions.tsx'
import { useMoved } from '../hooks/use-moved.ts'
import { readableFailure } from '../messages.ts'

/** Shows why a move was not saved, with the choice to retry or discard it. */
export function MoveSaveError({ moveRef }: { moveRef: ReorderRef | TransferRef }) {
  const { label } = useMoved(moveRef)
  const snapshot = useSelector(moveRef as ReorderRef, (current) => current)
  const { failure, page } = snapshot.context
  if (!failure && !snapshot.hasTag('unsaved')) return null
  return (
    <section
      className={classNames(popoverStyles.popover, styles.error)}
      aria-label="Not saved: Order"
      tabIndex={-1}
    >
      <p className={styles.subject}>{label}</p>
      <FailureAlert
        failure={
          readableFailure(failure) ?? {
            message: 'The page was closed before the new order was saved.',
          }
        }
      />
      {page ? <PageLink page={page} /> : null}
      <SaveErrorActions>
        <RetryButton failure={failure} onRetry={() => moveRef.send({ type: 'retry.requested' })} />
        <Button onClick={() => moveRef.send({ type: 'moves.discarded' })}>Discard my change</Button>
      </SaveErrorActions>
    </section>
  )
}
