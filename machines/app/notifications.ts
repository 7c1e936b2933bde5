/** Shows notifications for six seconds each, and longer while one is hovered or focused. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  cancel,
  emit,
  enqueueActions,
  raise,
  setup,
} from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'
import {
  type AppNotification,
  type NotifiableEvent,
  changeKey,
  notificationOf,
  signOutKey,
} from './app-notification.ts'

/** A notification stays for as long as it is hovered or focused. */
export type NotificationHold = 'pointer' | 'focus'

export type NotificationsEvent =
  | NotifiableEvent
  | ({ type: 'notification.added' } & AppNotification)
  /** Dismissed by the user or after its time. */
  | { type: 'notification.dismissed'; key: string }
  | { type: 'notification.paused' | 'notification.resumed'; key: string; by: NotificationHold }
  /** The action that it offers was chosen. */
  | { type: 'notification.chosen'; key: string }
  /** A change that may have failed before is tried again; null is for an undo or redo. */
  | { type: 'change.started'; intent: Intent | null }
  | { type: 'signOut.requested' }

/** A notification is shown, or shown again with other words; or the action that it offers is to be done. */
type NotificationEmitted =
  | { type: 'notification.shown'; notification: AppNotification }
  | { type: 'notification.accepted'; key: string; heading: string }

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    notifications: NotificationEmitted
  }
}

const addedNotification = ({
  event: { type: _, ...notification },
}: {
  event: { type: string } & AppNotification
}): AppNotification => notification

/**
 * The time in milliseconds for which a notification is shown. What it says stays in the list of past ones, and an action that it
 * offers can be taken elsewhere for longer, so that nobody has to hurry.
 */
export const lifetime = 6_000

const keyed = (key: string): Key => ({ key })
const dismissal = (key: string) => ({ type: 'notification.dismissed', key }) as const

interface Key {
  key: string
}
interface Hold extends Key {
  by: NotificationHold
}

const isSameHold = (one: Hold) => (other: Hold) => one.key === other.key && one.by === other.by

export const notificationsMachine = setup({
  types: {} as {
    context: {
      notifications: AppNotification[]
      /** The notifications that stay, each with what holds it. */
      holds: readonly Hold[]
    }
    events: NotificationsEvent
    emitted: EmittedBy<'notifications'>
  },
  actors: { listener },
  actions: {
    notify: raise((_, event: NotifiableEvent) => ({
      type: 'notification.added' as const,
      ...notificationOf(event)!,
    })),
    add: assign(({ context }, notification: AppNotification) => ({
      notifications: [
        ...context.notifications.filter(({ key }) => key !== notification.key),
        notification,
      ],
    })),
    emitShown: emit((_, notification: AppNotification) => ({
      type: 'notification.shown' as const,
      notification,
    })),
    remove: assign(({ context }, { key }: Key) => ({
      notifications: context.notifications.filter((other) => other.key !== key),
      holds: context.holds.filter((hold) => hold.key !== key),
    })),
    addHold: assign(({ context: { holds } }, { key, by }: Hold) => ({
      holds: holds.some(isSameHold({ key, by })) ? holds : [...holds, { key, by }],
    })),
    removeHold: assign(({ context: { holds } }, hold: Hold) => ({
      holds: holds.filter((other) => !isSameHold(hold)(other)),
    })),
    startTimer: enqueueActions(({ context, enqueue }, { key }: Key) => {
      // A second delayed event with the same id would not replace the first one.
      enqueue.cancel(key)
      if (context.holds.some((hold) => hold.key === key)) return
      enqueue.raise({ type: 'notification.dismissed', key }, { id: key, delay: 'lifetime' })
    }),
    emitAccepted: emit(({ context: { notifications } }, { key }: Key) => ({
      type: 'notification.accepted' as const,
      key,
      heading: notifications.find((other) => other.key === key)!.heading,
    })),
    stopTimer: cancel((_, { key }: Key) => key),
  },
  guards: {
    isNotifiable: (_, event: NotifiableEvent) => notificationOf(event) !== null,
    isVisible: ({ context }, { key }: Key) =>
      context.notifications.some((other) => other.key === key),
    isOnly: ({ context: { notifications } }, { key }: Key) =>
      notifications.length === 1 && notifications[0]?.key === key,
  },
  delays: { lifetime },
}).createMachine({
  id: 'notifications',
  meta: {
    guards: {
      isNotifiable: 'The failure is one of which the user has to be told here.',
      isVisible: 'The notification is shown.',
      isOnly: 'The notification is the only one that is shown.',
    },
  },
  context: { notifications: [], holds: [] },
  invoke: listenTo<NotificationsEvent>({
    auth: ['signOut.failed'],
    changeQueue: ['change.failed', 'change.started', 'undo.failed', 'history.exhausted'],
    editMode: ['signOut.requested'],
    pendingAction: ['action.outdated'],
    waitingActions: ['action.queued', 'action.outdated'],
  }),
  initial: 'empty',
  on: {
    'notification.added': {
      target: '.showing',
      actions: [
        { type: 'add', params: addedNotification },
        { type: 'emitShown', params: addedNotification },
        withEvent('startTimer'),
      ],
    },
    'signOut.failed': { actions: withEvent('notify') },
    'change.failed': {
      guard: withEvent('isNotifiable'),
      actions: withEvent('notify'),
    },
    'undo.failed': { actions: withEvent('notify') },
    'history.exhausted': { actions: withEvent('notify') },
    'action.outdated': { actions: withEvent('notify') },
    'action.queued': { actions: withEvent('notify') },
  },
  states: {
    empty: { description: 'No notification is shown.' },
    showing: {
      description: 'At least one notification is shown; each leaves after its time.',
      on: {
        // The words about the last attempt are not true of the next one.
        'change.started': {
          guard: { type: 'isVisible', params: ({ event: { intent } }) => keyed(changeKey(intent)) },
          actions: raise(({ event: { intent } }) => dismissal(changeKey(intent))),
        },
        'signOut.requested': {
          guard: { type: 'isVisible', params: keyed(signOutKey) },
          actions: raise(dismissal(signOutKey)),
        },
        'notification.paused': {
          guard: withEvent('isVisible'),
          actions: [withEvent('addHold'), withEvent('stopTimer')],
        },
        'notification.resumed': {
          guard: withEvent('isVisible'),
          actions: [withEvent('removeHold'), withEvent('startTimer')],
        },
        'notification.chosen': {
          guard: withEvent('isVisible'),
          actions: [withEvent('emitAccepted'), raise(({ event: { key } }) => dismissal(key))],
        },
        'notification.dismissed': [
          {
            guard: withEvent('isOnly'),
            target: 'empty',
            actions: withEvent('remove'),
          },
          { guard: withEvent('isVisible'), actions: withEvent('remove') },
        ],
      },
    },
  },
})

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>
type Snapshot = SnapshotFrom<typeof notificationsMachine>
export const selectNotifications = (snapshot: Snapshot) => snapshot.context.notifications
/** True while the time of a notification does not run. */
export const isHeld = (snapshot: Snapshot, key: string) =>
  snapshot.context.holds.some((hold) => hold.key === key)
