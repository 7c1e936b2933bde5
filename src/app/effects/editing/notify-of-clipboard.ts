/** Notifies of the outcome of a copy, a paste or a drop. It replaces the previous notification of one. */
import type { AppNotification } from '#machines/app/app-notification.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import type { ActorSystem } from '../../services/services.ts'

export const notifyOfClipboard = (
  system: ActorSystem,
  notification: Omit<AppNotification, 'key'>,
) => {
  const notificationsRef: NotificationsRef = system.get('notifications')
  notificationsRef.send({ type: 'notification.added', key: 'clipboard', ...notification })
}
