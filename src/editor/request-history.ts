import type { NotificationsRef } from '#machines/app/notifications.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { Direction } from '#content/change/undo/undo-history.ts'
import { refusalOf } from './action-refusal.ts'

export interface HistoryRequestRefs {
  editModeRef: EditModeRef
  notificationsRef: NotificationsRef
}

/** Asks for an undo or a redo, or says why none can begin now. */
export const requestHistory = (
  direction: Direction,
  { editModeRef, notificationsRef }: HistoryRequestRefs,
) => {
  const reason = refusalOf(editModeRef.getSnapshot())
  if (reason === null) editModeRef.send({ type: `${direction}.requested` })
  else
    notificationsRef.send({
      type: 'notification.added',
      key: 'change',
      tone: 'problem',
      heading: direction === 'undo' ? 'Not undone' : 'Not redone',
      messages: [reason],
    })
}
