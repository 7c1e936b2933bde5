import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { isStaged } from '#machines/editing/changes/add-resource.ts'
import {
  type PendingEditsRef,
  selectFieldRefs,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { selectReorderRefs, selectTransferRefs } from '#machines/editing/changes/pending-moves.ts'
import {
  type EditRef,
  type SaveStatus,
  editsStatusOf,
  saveStatusOf,
} from '#machines/editing/changes/save-status.ts'
import { selectOffered } from '#machines/editing/changes/resumed-addition.ts'
import { type ChangeQueueRef, isBusy } from '#machines/editing/changes/change-queue.ts'
import { isEnded } from '#machines/session/session-renewal.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { selectWaitingActions } from '#machines/editing/waiting-actions.ts'
import { useEditMode } from './use-edit-mode.ts'
import { useActorsSelector } from './use-actors-selector.ts'

/** Returns the actors of all pending edits: fields, reorders and transfers, by key. */
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
  const transfers = useSelector(
    pendingMovesRef,
    (snapshot) => snapshot && selectTransferRefs(snapshot),
  )
  return useMemo(
    () => ({ fields: fields ?? {}, reorders: reorders ?? {}, transfers: transfers ?? {} }),
    [fields, reorders, transfers],
  )
}

/** Returns whether everything is saved: edits, changes in the queue, and what is being added. */
export function useSaveStatus(changeQueueRef: ChangeQueueRef): SaveStatus {
  const { pendingEditsRef, addRef, resumedAdditionRef, waitingActionsRef } = useEditMode()
  const isQueueBusy = useSelector(changeQueueRef, isBusy)
  const isStaging = useSelector(addRef, (snapshot) => snapshot !== undefined && isStaged(snapshot))
  const isOffered = useSelector(
    resumedAdditionRef,
    (snapshot) => snapshot !== undefined && selectOffered(snapshot) !== null,
  )
  const isWaiting = useSelector(
    waitingActionsRef,
    (snapshot) => snapshot !== undefined && selectWaitingActions(snapshot).length > 0,
  )
  const edits = usePendingEditRefs(pendingEditsRef)
  const refs = useMemo(
    () => Object.values(edits).flatMap((byKey) => Object.values<EditRef>(byKey)),
    [edits],
  )
  const status = useActorsSelector(refs, () => editsStatusOf(refs))
  const isSignedOut = useSelector(useAppActor('sessionRenewal'), isEnded)
  const state = { isWaiting, isQueueBusy, isStaged: isStaging, isOffered, isSignedOut }
  return saveStatusOf({ edits: status, ...state })
}
