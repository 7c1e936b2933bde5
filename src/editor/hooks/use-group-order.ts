import { shallowEqual, useSelector } from '@xstate/react'
import { withPendingOrder } from '#content/change/pending-moves.ts'
import { positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type PendingEditsRef,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { selectReorder } from '#machines/editing/changes/pending-moves.ts'
import { selectOrder } from '#machines/editing/changes/reorder.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'

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

/** Returns the positions of a group in the order to show: that of an unsaved move, else the stored one. */
export function useGroupOrder(
  group: Iri<'COMPONENT_GROUP'>,
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  pendingEditsRef: PendingEditsRef | undefined,
) {
  return withPendingOrder(positions, usePendingOrder(group, pendingEditsRef))
}

export interface MoveTarget {
  pendingEditsRef: PendingEditsRef
  group: Iri<'COMPONENT_GROUP'>
  position: Iri<'COMPONENT_POSITION'>
}

/** Returns the zero-based index of a position in its group, the number of positions, and a function that moves it. */
export function useMove({ pendingEditsRef, group, position }: MoveTarget) {
  const stored = useResourceSelector((read) => positionsOf(group, read), shallowEqual)
  const order = useGroupOrder(group, stored, pendingEditsRef)
  const pendingMovesRef = useSelector(pendingEditsRef, selectPendingMovesRef)
  const move = (to: number) =>
    pendingMovesRef.send({ type: 'move.requested', group, position, to, order: [...order] })
  return { index: order.indexOf(position), count: order.length, move }
}
