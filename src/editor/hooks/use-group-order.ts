import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { withPendingOrder } from '#content/change/moves/pending-moves.ts'
import { type Transfer, withTransfers } from '#content/change/moves/transfers.ts'
import { positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type PendingEditsRef,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { selectReorder } from '#machines/editing/changes/pending-moves.ts'
import { selectOrder } from '#machines/editing/changes/reorder.ts'
import { selectTransfer } from '#machines/editing/changes/transfer.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useActorsSelector } from './use-actors-selector.ts'
import { usePendingEditRefs } from './use-save-status.ts'

/** Returns the order of a group's positions after a move that is not saved yet; undefined without one. */
export function usePendingOrder(
  group: Iri<'COMPONENT_GROUP'> | undefined,
  pendingEditsRef: PendingEditsRef | undefined,
) {
  const pendingMovesRef = useSelector(
    pendingEditsRef,
    (snapshot) => snapshot && selectPendingMovesRef(snapshot),
  )
  const reorderRef = useSelector(pendingMovesRef, (snapshot) =>
    snapshot && group ? selectReorder(group)(snapshot) : undefined,
  )
  return useSelector(reorderRef, (snapshot) => snapshot && selectOrder(snapshot))
}

/** Returns the transfers to other groups that are not saved yet, in the order of the first transfer of each position. */
export function useTransfers(pendingEditsRef: PendingEditsRef | undefined): readonly Transfer[] {
  const { transfers } = usePendingEditRefs(pendingEditsRef)
  const refs = useMemo(() => Object.values(transfers), [transfers])
  return useActorsSelector(
    refs,
    () => refs.flatMap((ref) => selectTransfer(ref.getSnapshot()) ?? []),
    shallowEqual,
  )
}

/** Returns the positions of a group in the order to show: after unsaved moves and transfers, else the stored one. */
export function useGroupOrder(
  group: Iri<'COMPONENT_GROUP'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  pendingEditsRef: PendingEditsRef | undefined,
) {
  const pendingOrder = usePendingOrder(group, pendingEditsRef)
  const transfers = useTransfers(pendingEditsRef)
  return withPendingOrder(withTransfers(positions, group, transfers), pendingOrder)
}

export interface MoveTarget {
  pendingEditsRef: PendingEditsRef
  group: Iri<'COMPONENT_GROUP'>
  position: Iri<'COMPONENT_POSITION'>
}

/**
 * Returns the zero-based index of a position in its group, the number of positions, a function that moves it, and its moves by
 * one place, with the reason if it is at the end.
 */
export function useMove({ pendingEditsRef, group, position }: MoveTarget) {
  const stored = useResourceSelector((read) => positionsOf(group, read), shallowEqual)
  const order = useGroupOrder(group, stored, pendingEditsRef)
  const pendingMovesRef = useSelector(pendingEditsRef, selectPendingMovesRef)
  const move = (to: number) =>
    pendingMovesRef.send({ type: 'move.requested', group, position, to, order: [...order] })
  const index = order.indexOf(position)
  const count = order.length
  const step = (to: number, end: 'first' | 'last') => {
    const canMove = index >= 0 && to >= 0 && to < count
    return { canMove, refusal: canMove ? null : `It is the ${end} already.`, move: () => move(to) }
  }
  return { index, count, move, up: step(index - 1, 'first'), down: step(index + 1, 'last') }
}
