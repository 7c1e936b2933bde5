import { useSelector } from '@xstate/react'
import {
  type ItemDeletionRef,
  isConfirming,
  isUndoable,
  selectConsequences,
} from '#machines/admin/item-deletion.ts'
import { DeletionDialog } from './DeletionDialog.tsx'

/** Asks whether the item is to be deleted, once it is known what else is. */
export function ItemDeletion({
  name,
  itemDeletionRef,
}: {
  name: string
  itemDeletionRef: ItemDeletionRef
}) {
  const consequences = useSelector(itemDeletionRef, selectConsequences)
  const undoable = useSelector(itemDeletionRef, isUndoable)
  return useSelector(itemDeletionRef, isConfirming) ? (
    <DeletionDialog
      name={name}
      consequences={consequences}
      isUndoable={undoable}
      onCancel={() => itemDeletionRef.send({ type: 'deletion.canceled' })}
      onConfirm={() => itemDeletionRef.send({ type: 'deletion.confirmed' })}
    />
  ) : null
}
