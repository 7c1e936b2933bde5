/** Notifies of changes that can be undone, and remembers the last one of each list in this tab. */
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import { isObject } from '#content/is-object.ts'
import type { Failure } from '#content/model/failure.ts'
import { parseJson } from '#content/parse-json.ts'
import type { AppNotification } from '#machines/app/app-notification.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import { tabText } from '../../browser/tab-storage.ts'
import type { ActorSystem } from '../../services/services.ts'

const textOf = (listPath: string) => tabText(`undoable:${listPath}`)

/** Returns the last change on a list, or of one of its items, that can be undone. The API may have forgotten it. */
export const readUndoable = (listPath: string): UndoableChange | null => {
  const stored = parseJson(textOf(listPath).read() ?? '')
  if (!isObject(stored)) return null
  const { iri, label } = stored
  return typeof iri === 'string' && typeof label === 'string' ? { iri, label } : null
}

/** The path of the list of the change that was notified of last. */
const announced = tabText('announced')

/** Returns the last change on a list that can be undone, unless the notification is about one on another list. */
export const readAnnounced = (listPath: string) =>
  announced.read() === listPath ? readUndoable(listPath) : null

/** Forgets the last change on a list: the API has, too. */
export const forgetUndoable = (listPath: string) => textOf(listPath).clear()

const notify = (
  system: ActorSystem,
  notification: Pick<AppNotification, 'heading' | 'messages' | 'action'> &
    Partial<Pick<AppNotification, 'tone'>>,
) => {
  const notificationsRef: NotificationsRef | undefined = system.get('notifications')
  notificationsRef?.send({
    type: 'notification.added',
    key: bulkNotification,
    tone: 'info',
    ...notification,
  })
}

interface MadeChange {
  listPath: string
  label: string
  /** Null if it cannot be undone. */
  undoable: UndoableChange | null
}

/** Notifies of a change that was made, and offers to undo it. */
export const announceChange = (system: ActorSystem, { listPath, label, undoable }: MadeChange) => {
  textOf(listPath).save(undoable && JSON.stringify(undoable))
  announced.save(listPath)
  notify(
    system,
    undoable
      ? { heading: label, messages: ['Ctrl+Z on the list undoes it, too.'], action: 'Undo' }
      : { heading: label, messages: [] },
  )
}

/** Notifies of a change that was undone. */
export const announceUndone = (
  system: ActorSystem,
  { listPath, change }: { listPath: string; change: UndoableChange },
) => {
  forgetUndoable(listPath)
  notify(system, { heading: 'Undone', messages: [`Not any more: ${change.label}.`] })
}

/** Notifies of a change that could not be undone. */
export const announceNotUndone = (
  system: ActorSystem,
  { change, failure }: { change: UndoableChange; failure: Failure },
) =>
  notify(system, {
    tone: 'problem',
    heading: 'Not undone',
    messages: [`${change.label}: ${failure.message}`],
  })
