/** Short messages in a corner: each stays six seconds, longer while it is being read. */
import { type ActorRefFrom, type SnapshotFrom, assign, cancel, enqueueActions, setup } from 'xstate'
import type { Failure } from '#content/model/failure.ts'

export interface AppNotification {
  /** What it is about; a newer notification about the same thing takes its place. */
  key: string
  tone: 'problem' | 'info'
  heading: string
  messages: string[]
}

/** A refusal as a notification: what was wrong with each property where that is known, else why. */
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
      ? violations.map((one) => [one.propertyPath, one.message].filter(Boolean).join(': '))
      : [message],
})

export type NotificationsEvent =
  | ({ type: 'notification.added' } & AppNotification)
  /** By a person, by the clock, or because what it was about is no longer so. */
  | { type: 'notification.dismissed'; key: string }
  /** Under the pointer or in focus. */
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
      // Two clocks of one name would both run.
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
