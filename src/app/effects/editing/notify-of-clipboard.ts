/** Notifies of the outcome of a copy, a paste or a drop. It replaces the previous notification of one. */
import type { AppNotification } from '#machines/app/app-notification.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import type { ActorSystem } from '../../services/services.ts'

const key = 'clipboard'

const notificationsOf = (system: ActorSystem): NotificationsRef => system.get('notifications')

export const notifyOfClipboard = (
  system: ActorSystem,
  notification: Omit<AppNotification, 'key'>,
) => notificationsOf(system).send({ type: 'notification.added', key, ...notification })

/** Withdraws what was said about the last one, once another is made that says nothing. */
export const withdrawClipboardNotice = (system: ActorSystem) =>
  notificationsOf(system).send({ type: 'notification.dismissed', key })
