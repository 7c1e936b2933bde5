import { useSelector } from '@xstate/react'
import type { Failure } from '#content/model/failure.ts'
import type { ReorderRef } from '#machines/editing/changes/reorder.ts'
import type { TransferRef } from '#machines/editing/changes/transfer.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { RetryButton } from './RetryButton.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveError.module.css'
import { SaveErrorActions } from './SaveErrorActions.tsx'
import { readableFailure } from '../messages.ts'

const selectFailure = ({ context }: { context: { failure: Failure | null } }) => context.failure

/** Shows why a move was not saved, with the choice to retry or discard it. */
export function MoveSaveError({ moveRef }: { moveRef: ReorderRef | TransferRef }) {
  const failure: Failure | null = useSelector(moveRef as ReorderRef, selectFailure)
  if (!failure) return null
  return (
    <section
      className={classNames(popoverStyles.popover, styles.error)}
      aria-label="Not saved: Order"
      tabIndex={-1}
    >
      <FailureAlert failure={readableFailure(failure)} />
      <SaveErrorActions>
        <RetryButton failure={failure} onRetry={() => moveRef.send({ type: 'retry.requested' })} />
        <Button onClick={() => moveRef.send({ type: 'moves.discarded' })}>Discard my change</Button>
      </SaveErrorActions>
    </section>
  )
}
