import { useSelector } from '@xstate/react'
import type { ActorRef, Snapshot } from 'xstate'
import type { PendingMoves } from '#content/change/moves/pending-moves.ts'
import type { Transfer } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
import type { ReorderRef } from '#machines/editing/changes/reorder.ts'
import type { TransferRef } from '#machines/editing/changes/transfer.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { RetryButton } from '../feedback/RetryButton.tsx'
import { quotedLabelAt } from '../labels.ts'
import { sentenceOf } from '../messages.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { type RowActions, UnsavedRow } from './UnsavedRow.tsx'
import { useEditState } from './use-edit-state.ts'
import { useSelectionOf } from './use-selection-of.ts'

interface UnsavedMoveProps extends RowActions {
  moveRef: ReorderRef | TransferRef
  changeQueueRef: ChangeQueueRef
}

/** Shows a move while it is not saved. Those in one group are sent one after the other, so they are given up together. */
export function UnsavedMove({ moveRef, changeQueueRef, ...actions }: UnsavedMoveProps) {
  const { position, suffix } = useMoved(moveRef)
  const site = useSiteKinds()
  const subject = useResourceSelector((read) =>
    position === null ? '' : quotedLabelAt(position, read, site),
  )
  const selection = useSelectionOf(({ stack }) => stack[1] === position)
  const { state, since, failure } = useEditState(moveRef, changeQueueRef)
  if (state === 'saved') return null
  return (
    <UnsavedRow
      itemKey={moveRef.id}
      label={`Moved ${subject}${suffix}`}
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

/** The context of the actors of both kinds of moves. */
type MoveContext = Partial<PendingMoves & { transfer: Transfer }>

interface Moved {
  position: Iri<'COMPONENT_POSITION'> | null
  /** The direction, and how many other moves are saved with this one. */
  suffix: string
}

function useMoved(moveRef: ReorderRef | TransferRef): Moved {
  const context = useSelector(
    moveRef as ActorRef<{ context: MoveContext } & Snapshot<unknown>, never>,
    (snapshot) => snapshot.context,
  )
  if (context.transfer)
    return { position: context.transfer.position, suffix: ' to another section' }
  const [move, ...others] = context.moves ?? []
  if (!move) return { position: null, suffix: '' }
  const { position, to, before } = move
  const direction = before.indexOf(to) > before.indexOf(position) ? ' down' : ' up'
  const rest = others.length > 0 ? ` and ${others.length} more` : ''
  return { position, suffix: direction + rest }
}
