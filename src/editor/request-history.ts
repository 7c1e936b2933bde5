import type { NotificationsRef } from '#machines/app/notifications.ts'
import { type EditModeRef, selectWaitingActionsRef } from '#machines/editing/edit-mode.ts'
import { selectUndoneId } from '#machines/editing/waiting-actions.ts'
import type { Direction } from '#content/change/undo/undo-history.ts'
import { historyRefusalOf } from './action-refusal.ts'
import { notify } from './clipboard/clipboard-actions.ts'

export interface HistoryRequestRefs {
  editModeRef: EditModeRef
  notificationsRef: NotificationsRef
}

/** Asks for an undo or a redo, or says why none can begin now. An undo of what waits for the network takes that out. */
export const requestHistory = (
  direction: Direction,
  { editModeRef, notificationsRef }: HistoryRequestRefs,
) => {
  const editMode = editModeRef.getSnapshot()
  const reason = historyRefusalOf(editMode)
  const waitingActionsRef = selectWaitingActionsRef(editMode)
  const id =
    direction === 'undo' && waitingActionsRef && selectUndoneId(waitingActionsRef.getSnapshot())
  if (reason === null) {
    if (id) waitingActionsRef.send({ type: 'action.givenUp', id })
    else
      editModeRef.send({
        type: `${direction}.requested` satisfies 'undo.requested' | 'redo.requested',
      })
  } else notify({ notificationsRef }, `Not ${direction}ne`, [reason])
}
