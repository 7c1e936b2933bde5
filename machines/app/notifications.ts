/** Shows notifications for six seconds each, and longer while one is hovered or focused. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  cancel,
  enqueueActions,
  raise,
  setup,
} from 'xstate'
import type { Change, ChangePage, Intent } from '#content/change/types.ts'
import type { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import { intentOf } from '../editing/pending-action-intent.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { eventOf } from '../event-of.ts'

export interface AppNotification {
  /** Identifies the subject. A newer notification with the same key replaces the older one. */
  key: string
  tone: 'problem' | 'info'
  heading: string
  messages: string[]
  /** The invalid properties of a resource, which the view names by their labels. */
  invalid?: { iri: Iri | null; violations: Violation[] }
  /** A change that was undone or redone on another page. The view names it, and leads to that page. */
  otherPageChange?: { change: Change; page: ChangePage }
}

/** Returns a failure as a notification: the invalid properties of the resource, or else the general message. */
const failureNotification = (
  key: string,
  heading: string,
  { message, violations }: Failure,
  iri: Iri | null = null,
): AppNotification => ({
  key,
  tone: 'problem',
  heading,
  ...(violations.length > 0
    ? { messages: [], invalid: { iri, violations } }
    : { messages: [message] }),
})

/**
 * Headings for failed changes that are reported in a notification. Typing, moving and adding report failures where
 * they happen.
 */
const failureHeadings: Partial<Record<Intent['kind'], string>> = {
  publish: 'Not published',
  publishAll: 'Not published',
  schedule: 'Not scheduled',
  delete: 'Not deleted',
  deleteAll: 'Not deleted',
  moveAll: 'Not moved',
  paste: 'Not pasted',
  duplicate: 'Not duplicated',
}

type UndoFailed = Extract<EmittedBy<'changeQueue'>, { type: 'undo.failed' }>

/** An action that has waited for the network was not carried out. */
type ActionOutdated = Extract<EmittedBy<'pendingAction'>, { type: 'action.outdated' }>

const outdatedHeading = ({ action }: ActionOutdated) => {
  const intent = intentOf(action)
  return intent ? (failureHeadings[intent.kind] ?? 'Not saved') : 'Nothing was undone'
}

/** An event about a failure, which becomes a notification. */
type FailureEvent =
  | { type: 'signOut.failed'; failure: Failure }
  | { type: 'change.failed'; intent: Intent; failure: Failure }
  | UndoFailed
  | ActionOutdated
  | { type: 'action.queued' }

const undoFailureHeading = ({ direction, isPartial }: UndoFailed) => {
  const done = direction === 'undo' ? 'undone' : 'redone'
  return isPartial ? `Only partly ${done}` : `Nothing was ${done}`
}

/** Takes the place of the failure because of which the action waits. */
const queuedNotification: AppNotification = {
  key: 'change',
  tone: 'info',
  heading: 'Waiting for the network',
  messages: ['It is done once the network is back, after your edits.'],
}

/** Returns the notification about a failure, or null if it is reported where it happened. */
const notificationOf = (event: FailureEvent): AppNotification | null => {
  if (event.type === 'action.queued') return queuedNotification
  if (event.type === 'action.outdated')
    return {
      key: 'change',
      tone: 'problem',
      heading: outdatedHeading(event),
      messages: ['You have edited it since then. Do it again if you still want it.'],
    }
  const { failure } = event
  if (event.type === 'signOut.failed')
    return failureNotification('session', 'You are still signed in', failure)
  if (event.type === 'undo.failed')
    return failureNotification('change', undoFailureHeading(event), failure)
  const { intent } = event
  const heading = failureHeadings[intent.kind]
  const iri = 'iri' in intent ? intent.iri : null
  return heading === undefined ? null : failureNotification('change', heading, failure, iri)
}

export type NotificationsEvent =
  | FailureEvent
  | ({ type: 'notification.added' } & AppNotification)
  /** Dismissed by the user or after its time. */
  | { type: 'notification.dismissed'; key: string }
  /** The notification is hovered or focused. */
  | { type: 'notification.paused'; key: string }
  | { type: 'notification.resumed'; key: string }

const addedNotification = ({
  event: { type: _, ...notification },
}: {
  event: { type: string } & AppNotification
}): AppNotification => notification

interface Key {
  key: string
}

export const notificationsMachine = setup({
  types: {} as { context: { notifications: AppNotification[] }; events: NotificationsEvent },
  actors: { listener },
  actions: {
    notify: raise((_, event: FailureEvent) => ({
      type: 'notification.added' as const,
      ...notificationOf(event)!,
    })),
    add: assign(({ context }, notification: AppNotification) => ({
      notifications: [
        ...context.notifications.filter(({ key }) => key !== notification.key),
        notification,
      ],
    })),
    remove: assign(({ context }, { key }: Key) => ({
      notifications: context.notifications.filter((other) => other.key !== key),
    })),
    startTimer: enqueueActions(({ enqueue }, { key }: Key) => {
      // A second delayed event with the same id would not replace the first one.
      enqueue.cancel(key)
      enqueue.raise({ type: 'notification.dismissed', key }, { id: key, delay: 'lifetime' })
    }),
    stopTimer: cancel((_, { key }: Key) => key),
  },
  guards: {
    isNotifiable: (_, event: FailureEvent) => notificationOf(event) !== null,
    isVisible: ({ context }, { key }: Key) =>
      context.notifications.some((other) => other.key === key),
    isOnly: ({ context: { notifications } }, { key }: Key) =>
      notifications.length === 1 && notifications[0]?.key === key,
  },
  delays: { lifetime: 6_000 },
}).createMachine({
  id: 'notifications',
  context: { notifications: [] },
  invoke: {
    src: 'listener',
    input: listenTo<NotificationsEvent>({
      auth: ['signOut.failed'],
      changeQueue: ['change.failed', 'undo.failed'],
      pendingAction: ['action.outdated'],
      waitingActions: ['action.queued', 'action.outdated'],
    }),
  },
  initial: 'empty',
  on: {
    'notification.added': {
      target: '.showing',
      actions: [
        { type: 'add', params: addedNotification },
        { type: 'startTimer', params: eventOf },
      ],
    },
    'signOut.failed': { actions: { type: 'notify', params: eventOf } },
    'change.failed': {
      guard: { type: 'isNotifiable', params: eventOf },
      actions: { type: 'notify', params: eventOf },
    },
    'undo.failed': { actions: { type: 'notify', params: eventOf } },
    'action.outdated': { actions: { type: 'notify', params: eventOf } },
    'action.queued': { actions: { type: 'notify', params: eventOf } },
  },
  states: {
    empty: {},
    showing: {
      on: {
        'notification.paused': {
          guard: { type: 'isVisible', params: eventOf },
          actions: { type: 'stopTimer', params: eventOf },
        },
        'notification.resumed': {
          guard: { type: 'isVisible', params: eventOf },
          actions: { type: 'startTimer', params: eventOf },
        },
        'notification.dismissed': [
          {
            guard: { type: 'isOnly', params: eventOf },
            target: 'empty',
            actions: [
              { type: 'stopTimer', params: eventOf },
              { type: 'remove', params: eventOf },
            ],
          },
          {
            guard: { type: 'isVisible', params: eventOf },
            actions: [
              { type: 'stopTimer', params: eventOf },
              { type: 'remove', params: eventOf },
            ],
          },
        ],
      },
    },
  },
})

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>
type Snapshot = SnapshotFrom<typeof notificationsMachine>
export const selectNotifications = (snapshot: Snapshot) => snapshot.context.notifications
