import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import {
  type PendingEditsRef,
  selectFieldRefs,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { selectReorderRefs } from '#machines/editing/changes/pending-moves.ts'
import { type SaveStatus, saveStatusOf } from '#machines/editing/changes/save-status.ts'
import { type ChangeQueueRef, isBusy } from '#machines/editing/changes/change-queue.ts'
import { useActorsSelector } from './use-actors-selector.ts'

/** Returns the actors of all pending edits: fields and reorders, by key. */
export function usePendingEditRefs(pendingEditsRef: PendingEditsRef | undefined) {
  const fields = useSelector(pendingEditsRef, (snapshot) => snapshot && selectFieldRefs(snapshot))
  const pendingMovesRef = useSelector(
    pendingEditsRef,
    (snapshot) => snapshot && selectPendingMovesRef(snapshot),
  )
  const reorders = useSelector(
    pendingMovesRef,
    (snapshot) => snapshot && selectReorderRefs(snapshot),
  )
  return useMemo(() => ({ fields: fields ?? {}, reorders: reorders ?? {} }), [fields, reorders])
}

/** Returns `unsaved` when an edit failed to save, `saving` while any is pending, else `saved`. */
export function useSaveStatus(
  pendingEditsRef: PendingEditsRef | undefined,
  changeQueueRef: ChangeQueueRef,
): SaveStatus {
  const changeQueueBusy = useSelector(changeQueueRef, isBusy)
  const { fields, reorders } = usePendingEditRefs(pendingEditsRef)
  const refs = useMemo(
    () => [...Object.values(fields), ...Object.values(reorders)],
    [fields, reorders],
  )
  const editStatus = useActorsSelector(refs, () => saveStatusOf(refs))
  return editStatus === 'saved' && changeQueueBusy ? 'saving' : editStatus
}
