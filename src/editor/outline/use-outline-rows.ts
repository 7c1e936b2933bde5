import { shallowEqual, useSelector } from '@xstate/react'
import { dequal } from 'dequal/lite'
import { useCallback, useMemo } from 'react'
import { withPendingOrder } from '#content/change/moves/pending-moves.ts'
import { withTransfers } from '#content/change/moves/transfers.ts'
import { positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import { outlineOf, outlineRows, withNewPosition } from '#content/page/outline/outline.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { isDraggedByKeys } from '#machines/editing/drag.ts'
import { selectCollapsed } from '#machines/editing/outline.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import { selectOrder } from '#machines/editing/changes/reorder.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useActorsSelector } from '../hooks/use-actors-selector.ts'
import { useTransfers } from '../hooks/use-group-order.ts'
import { useStagedInsertionPoint } from '../hooks/use-staged-insertion-point.ts'
import { usePendingEditRefs } from '../hooks/use-save-status.ts'
import type { OutlineActors } from './outline-actors.ts'

/**
 * Returns the rows of the outline. They change with the structure of the page, and not with the words in it: each row that
 * is in sight reads its own.
 */
export function useOutlineRows(
  page: AssembledPage,
  { outlineRef, dragRef, pendingEditsRef }: OutlineActors,
) {
  const orders = usePendingOrders(pendingEditsRef)
  const transfers = useTransfers(pendingEditsRef)
  const insertionPoint = useStagedInsertionPoint()
  const isExpanded = useSelector(dragRef, isDraggedByKeys)
  const collapsed = useSelector(outlineRef, selectCollapsed)
  const select = useCallback(
    (read: ReadResource) =>
      outlineOf(page, read, (group) =>
        withNewPosition(
          withPendingOrder(
            withTransfers(positionsOf(group, read), group, transfers),
            orders[group],
          ),
          group,
          insertionPoint,
        ),
      ),
    [page, orders, transfers, insertionPoint],
  )
  const items = useResourceSelector(select, dequal)
  // Keys move a component through all drop targets, of which none is hidden.
  return useMemo(
    () => outlineRows(items, isExpanded ? [] : collapsed),
    [items, isExpanded, collapsed],
  )
}

type Order = ReturnType<typeof selectOrder>

/** Returns the orders of groups after moves that are not saved yet. */
function usePendingOrders(pendingEditsRef: PendingEditsRef) {
  const { reorders } = usePendingEditRefs(pendingEditsRef)
  const refs = useMemo(() => Object.values(reorders), [reorders])
  return useActorsSelector(
    refs,
    (): Readonly<Record<Iri, Order>> =>
      Object.fromEntries(
        Object.entries(reorders).map(([group, ref]) => [group, selectOrder(ref.getSnapshot())]),
      ),
    shallowEqual,
  )
}
