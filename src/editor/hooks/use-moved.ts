import { useSelector } from '@xstate/react'
import type { ActorRef, Snapshot } from 'xstate'
import type { PendingMoves } from '#content/change/moves/pending-moves.ts'
import type { Transfer } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReorderRef } from '#machines/editing/changes/reorder.ts'
import type { TransferRef } from '#machines/editing/changes/transfer.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { quotedLabelAt } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'

/** The context of the actors of both kinds of moves. */
type MoveContext = Partial<PendingMoves & { transfer: Transfer }>

interface Move {
  position: Iri<'COMPONENT_POSITION'> | null
  /** The direction, and how many other moves are saved with this one. */
  suffix: string
}

/** Returns the position that a move concerns, and what the move is called, such as `Moved Title “Welcome” up`. */
export function useMoved(moveRef: ReorderRef | TransferRef) {
  const context = useSelector(
    moveRef as ActorRef<{ context: MoveContext } & Snapshot<unknown>, never>,
    (snapshot) => snapshot.context,
  )
  const { position, suffix } = moveOf(context)
  const site = useSiteKinds()
  const subject = useResourceSelector((read) =>
    position === null ? '' : quotedLabelAt(position, read, site),
  )
  return { position, label: `Moved ${subject}${suffix}` }
}

function moveOf({ transfer, moves }: MoveContext): Move {
  if (transfer) return { position: transfer.position, suffix: ' to another section' }
  const [move, ...others] = moves ?? []
  if (!move) return { position: null, suffix: '' }
  const { position, to, before } = move
  const direction = before.indexOf(to) > before.indexOf(position) ? ' down' : ' up'
  const rest = others.length > 0 ? ` and ${others.length} more` : ''
  return { position, suffix: direction + rest }
}
