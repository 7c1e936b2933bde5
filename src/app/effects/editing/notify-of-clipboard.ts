/** Tells what has become of what was copied, pasted or dropped, in place of what was told before. */
import type { AppNotification, NotificationsRef } from '#machines/app/notifications.ts'
import type { ActorSystem } from '../../services/services.ts'

export const notifyOfClipboard = (
  system: ActorSystem,
  notification: Omit<AppNotification, 'key'>,
) => {
  const notificationsRef: NotificationsRef = system.get('notifications')
  notificationsRef.send({ type: 'notification.added', key: 'clipboard', ...notification })
}
