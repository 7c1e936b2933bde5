import type { NotificationsRef } from '#machines/app/notifications.ts'
import type { ActorSystem } from '../../services/services.ts'

/** Withdraws what was said about an attempt, once there is another one. */
export const withdrawNotice = (system: ActorSystem, key: string) => {
  const notificationsRef: NotificationsRef | undefined = system.get('notifications')
  notificationsRef?.send({ type: 'notification.dismissed', key })
}
