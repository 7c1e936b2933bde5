import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
import type { ReorderRef } from '#machines/editing/changes/reorder.ts'
import type { TransferRef } from '#machines/editing/changes/transfer.ts'
import { RetryButton } from '../feedback/RetryButton.tsx'
import { useMoved } from '../hooks/use-moved.ts'
import { sentenceOf } from '../messages.ts'
import { type RowActions, UnsavedRow } from './UnsavedRow.tsx'
import { useEditState } from './use-edit-state.ts'
import { useSelectionOf } from './use-selection-of.ts'

interface UnsavedMoveProps extends RowActions {
  moveRef: ReorderRef | TransferRef
  changeQueueRef: ChangeQueueRef
}

/** Shows a move while it is not saved. Those in one group are sent one after the other, so they are given up together. */
export function UnsavedMove({ moveRef, changeQueueRef, ...actions }: UnsavedMoveProps) {
  const { position, label } = useMoved(moveRef)
  const selection = useSelectionOf(({ stack }) => stack[1] === position)
  const { state, since, failure } = useEditState(moveRef, changeQueueRef)
  if (state === 'saved') return null
  return (
    <UnsavedRow
      itemKey={moveRef.id}
      label={label}
      state={state}
      since={since}
      reason={state === 'refused' && failure ? sentenceOf(failure.message) : undefined}
      selection={selection}
      onGiveUp={
        failure || state === 'interrupted'
          ? () => moveRef.send({ type: 'moves.discarded' })
          : undefined
      }
      {...actions}
    >
      <RetryButton failure={failure} onRetry={() => moveRef.send({ type: 'retry.requested' })} />
    </UnsavedRow>
  )
}
