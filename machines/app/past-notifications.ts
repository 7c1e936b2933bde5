/** Keeps the notifications of this session after they have gone, and opens and closes their list. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { callbackEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import type { AppNotification } from './app-notification.ts'

export interface PastNotification {
  id: number
  /** The time at which it was shown, in milliseconds since 1970. */
  at: number
  notification: AppNotification
}

/** A notification is shown. */
export interface NotificationRecorded {
  type: 'notification.recorded'
  at: number
  notification: AppNotification
}

export type PastNotificationsEvent =
  | NotificationRecorded
  | { type: 'list.requested' }
  | { type: 'list.dismissed' }
  | { type: 'past.removed'; id: number }
  | { type: 'past.cleared' }

interface Context {
  /** The latest first. */
  past: readonly PastNotification[]
  /** The number of those that were recorded, from which the next id follows. */
  count: number
}

/** More than these are not kept. */
const maxKept = 50

export const pastNotificationsMachine = setup({
  types: {} as { context: Context; events: PastNotificationsEvent },
  actors: {
    /** Reports each notification with its time. */
    watchNotifications: callbackEffect<NotificationRecorded>(),
  },
  actions: {
    record: assign(({ context }, { at, notification }: NotificationRecorded) => ({
      count: context.count + 1,
      past: [{ id: context.count, at, notification }, ...context.past].slice(0, maxKept),
    })),
    remove: assign(({ context }, { id }: { id: number }) => ({
      past: context.past.filter((other) => other.id !== id),
    })),
    clear: assign({ past: [] }),
  },
}).createMachine({
  id: 'pastNotifications',
  context: { past: [], count: 0 },
  // Without it, the list stays empty.
  invoke: { id: 'watchNotifications', src: 'watchNotifications', onError: {} },
  on: { 'notification.recorded': { actions: withEvent('record') } },
  initial: 'closed',
  states: {
    closed: {
      description: 'The list is not shown; what is notified is recorded.',
      on: { 'list.requested': 'open' },
    },
    open: {
      description: 'The list of past notifications is shown.',
      on: {
        'list.dismissed': 'closed',
        'past.removed': { actions: withEvent('remove') },
        'past.cleared': { actions: 'clear' },
      },
    },
  },
})

export type PastNotificationsRef = ActorRefFrom<typeof pastNotificationsMachine>
type Snapshot = SnapshotFrom<typeof pastNotificationsMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
export const selectPast = ({ context }: Snapshot) => context.past
