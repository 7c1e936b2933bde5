/** Shows notifications for six seconds each, and longer while one is hovered or focused. */
import { type ActorRefFrom, type SnapshotFrom, assign, cancel, enqueueActions, setup } from 'xstate'
import type { Failure } from '#content/model/failure.ts'

export interface AppNotification {
  /** Identifies the subject. A newer notification with the same key replaces the older one. */
  key: string
  tone: 'problem' | 'info'
  heading: string
  messages: string[]
}

/** Returns a failure as a notification: one message for each invalid property, or the general message. */
export const failureNotification = (
  key: string,
  heading: string,
  { message, violations }: Failure,
): AppNotification => ({
  key,
  tone: 'problem',
  heading,
  messages:
    violations.length > 0
      ? violations.map((violation) =>
          [violation.propertyPath, violation.message].filter(Boolean).join(': '),
        )
      : [message],
})

export type NotificationsEvent =
  | ({ type: 'notification.added' } & AppNotification)
  /** Dismissed by the user or after its time. */
  | { type: 'notification.dismissed'; key: string }
  /** The notification is hovered or focused. */
  | { type: 'notification.paused'; key: string }
  | { type: 'notification.resumed'; key: string }

export const notificationsMachine = setup({
  types: {} as { context: { notifications: AppNotification[] }; events: NotificationsEvent },
  actions: {
    remove: assign({
      notifications: ({ context, event }) =>
        context.notifications.filter(({ key }) => key !== event.key),
    }),
    startTimer: enqueueActions(({ enqueue, event: { key } }) => {
      // A second delayed event with the same id would not replace the first one.
      enqueue.cancel(key)
      enqueue.raise({ type: 'notification.dismissed', key }, { id: key, delay: 'lifetime' })
    }),
    stopTimer: cancel(({ event }) => event.key),
  },
  guards: {
    isVisible: ({ context, event }) => context.notifications.some(({ key }) => key === event.key),
    isOnly: ({ context: { notifications }, event }) =>
      notifications.length === 1 && notifications[0]?.key === event.key,
  },
  delays: { lifetime: 6_000 },
}).createMachine({
  id: 'notifications',
  context: { notifications: [] },
  initial: 'empty',
  on: {
    'notification.added': {
      target: '.showing',
      actions: [
        assign({
          notifications: ({ context, event: { type: _, ...notification } }) => [
            ...context.notifications.filter(({ key }) => key !== notification.key),
            notification,
          ],
        }),
        'startTimer',
      ],
    },
  },
  states: {
    empty: {},
    showing: {
      on: {
        'notification.paused': { guard: 'isVisible', actions: 'stopTimer' },
        'notification.resumed': { guard: 'isVisible', actions: 'startTimer' },
        'notification.dismissed': [
          { guard: 'isOnly', target: 'empty', actions: ['stopTimer', 'remove'] },
          { guard: 'isVisible', actions: ['stopTimer', 'remove'] },
        ],
      },
    },
  },
})

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>
type Snapshot = SnapshotFrom<typeof notificationsMachine>
export const selectNotifications = (snapshot: Snapshot) => snapshot.context.notifications
