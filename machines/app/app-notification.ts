/** A notification, and what it says about an event. */
import type { Change, ChangePage, Intent } from '#content/change/types.ts'
import type { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import { type PendingAction, intentOf } from '../editing/pending-action-intent.ts'
import type { EmittedBy } from '../emitted-events.ts'

export interface AppNotification {
  /** Identifies the endpoint or subject. A newer notification with the same key, or a new request, replaces the older one. */
  key: string
  tone: 'problem' | 'info'
  heading: string
  messages: string[]
  /** The label of an action that is offered. */
  action?: string
  /** The invalid properties of a resource, which the view names by their labels. */
  invalid?: { iri: Iri | null; violations: Violation[] }
  /** A change that was undone or redone on another page. The view names it, and leads to that page. */
  otherPageChange?: { change: Change; page: ChangePage }
}

type ChangeFailed = { type: 'change.failed'; intent: Intent; failure: Failure }
type UndoFailed = Extract<EmittedBy<'changeQueue'>, { type: 'undo.failed' }>
/** An action that has waited for the network was not carried out. */
type ActionOutdated = Extract<EmittedBy<'pendingAction'>, { type: 'action.outdated' }>

/** An event that becomes a notification, unless another place reports it. */
export type NotifiableEvent =
  | { type: 'signOut.failed'; failure: Failure }
  | ChangeFailed
  | UndoFailed
  | ActionOutdated
  | Extract<EmittedBy<'changeQueue'>, { type: 'history.exhausted' }>
  /** An action waits for the network; null for an undo or redo. */
  | { type: 'action.queued'; action: PendingAction | null }

/** Returns the notification about an event, or null if it is reported where it happened. */
export const notificationOf = (event: NotifiableEvent): AppNotification | null => {
  switch (event.type) {
    case 'signOut.failed':
      return failureNotification(signOutKey, 'You are still signed in', event.failure)
    case 'change.failed':
      return changeFailureNotification(event)
    case 'undo.failed':
      return failureNotification(changeKey(null), undoFailureHeading(event), undoFailure(event))
    case 'action.outdated':
      return {
        key: changeKey(intentOf(event.action)),
        tone: 'problem',
        heading: outdatedHeading(event),
        messages: ['You have edited it since then. Do it again if you still want it.'],
      }
    case 'history.exhausted':
      return infoNotification(null, `There is nothing to ${event.direction}`)
    // Takes the place of the failure because of which the action waits.
    case 'action.queued':
      return infoNotification(
        event.action && intentOf(event.action),
        'Waiting for the network',
        'It is done once the network is back, after your edits.',
      )
  }
}

/** Returns what is said about a change that is no failure. */
const infoNotification = (
  intent: Intent | null,
  heading: string,
  ...messages: string[]
): AppNotification => ({ key: changeKey(intent), tone: 'info', heading, messages })

/** The key of the notification about signing out. */
export const signOutKey = 'session'

/**
 * Returns the key of a notification about a change, which is that of the endpoint to which it was sent: what is told of one
 * resource does not hide what is told of another. Null is for an undo or redo.
 */
export const changeKey = (intent: Intent | null) => {
  if (intent === null) return 'history'
  return `change ${'iri' in intent ? intent.iri : intent.kind}`
}

/** Returns a failure as a notification: the invalid properties of the resource, or else the general message. */
const failureNotification = (
  key: string,
  heading: string,
  { message, violations }: Pick<Failure, 'message' | 'violations'>,
  iri: Iri | null = null,
): AppNotification => ({
  key,
  tone: 'problem',
  heading,
  ...(violations.length > 0
    ? { messages: [], invalid: { iri, violations } }
    : { messages: [message] }),
})

const changeFailureNotification = ({ intent, failure }: ChangeFailed) => {
  const heading = failureHeadings[intent.kind]
  const iri = 'iri' in intent ? intent.iri : null
  return heading === undefined
    ? null
    : failureNotification(changeKey(intent), heading, failure, iri)
}

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

const undoFailureHeading = ({ direction, isPartial }: UndoFailed) => {
  const done = direction === 'undo' ? 'undone' : 'redone'
  return isPartial ? `Only partly ${done}` : `Nothing was ${done}`
}

/** The API says only that there is nothing of that name. */
const undoFailure = ({ failure }: UndoFailed) =>
  failure.kind === 'notFound'
    ? { message: 'What you had changed was deleted since then.', violations: [] }
    : failure

const outdatedHeading = ({ action }: ActionOutdated) => {
  const intent = intentOf(action)
  return intent ? (failureHeadings[intent.kind] ?? 'Not saved') : 'Nothing was undone'
}
