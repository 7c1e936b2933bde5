/**
 * Queues changes: independent ones are in flight together, conflicting ones one after the other. Undo and redo run alone,
 * from the history of the changes.
 */
import type { Iri } from '../model/iri.ts'
import type { ChangeOutcome } from './change-outcome.ts'
import { type IdentityMap, emptyIdentityMap } from './undo/identity-map.ts'
import { remainderOf } from './roll-back.ts'
import type { Intent } from './types.ts'
import {
  type Direction,
  type UndoHistory,
  emptyHistory,
  lastChange,
  recordChange,
  recordHistoryRun,
  withSharedDraft,
  withoutUndoGroup,
  withoutLast,
} from './undo/undo-history.ts'

export interface ChangeRequest {
  id: string
  intent: Intent
  /** Changes that share a key are sent in the order in which they were requested. */
  conflictKeys: readonly Iri[]
  /** The session id of the actor that waits for the outcome, and when it asked for the change, in milliseconds. */
  requestedBy?: string
  requestedAt?: number
}

export interface ChangeQueue {
  /** The changes in the order in which they were requested, including those in flight. */
  queue: readonly ChangeRequest[]
  /** The ids of the changes in flight. */
  inFlight: readonly string[]
  history: UndoHistory
  identities: IdentityMap
  /** Undo and redo requests that wait until the queue is empty, because they may be about a change in it. */
  historyRequests: readonly Direction[]
}

export const emptyChangeQueue: ChangeQueue = {
  queue: [],
  inFlight: [],
  history: emptyHistory,
  identities: emptyIdentityMap,
  historyRequests: [],
}

const haveSharedKey = (one: ChangeRequest, other: ChangeRequest) =>
  one.conflictKeys.some((key) => other.conflictKeys.includes(key))

/** Returns the request of a change that is in the queue. */
export const findRequest = ({ queue }: Pick<ChangeQueue, 'queue'>, id: string) =>
  queue.find((request) => request.id === id)!

/** Returns the changes that share no key with an earlier one and are not in flight. */
export const unblockedRequests = ({ queue, inFlight }: Pick<ChangeQueue, 'queue' | 'inFlight'>) =>
  queue.filter(
    (request, index) =>
      !inFlight.includes(request.id) &&
      !queue.slice(0, index).some((earlier) => haveSharedKey(earlier, request)),
  )

/**
 * Removes a finished change, and records what is done of it. The resources of the others are named by the IRIs that
 * they have now.
 */
export const afterRun = (
  { queue, inFlight, history }: Pick<ChangeQueue, 'queue' | 'inFlight' | 'history'>,
  id: string,
  outcome: RecordedOutcome & Pick<ChangeOutcome, 'replacements'>,
) => ({
  queue: queue
    .filter((request) => request.id !== id)
    .map((request) => withReplacedIri(request, outcome.replacements)),
  inFlight: inFlight.filter((other) => other !== id),
  history: recordOutcome(history, outcome),
})

type RecordedOutcome = Pick<
  ChangeOutcome,
  'change' | 'failure' | 'steps' | 'identities' | 'changedByOthers'
>

const recordOutcome = (
  history: UndoHistory,
  { change, failure, steps, identities, changedByOthers: iri }: RecordedOutcome,
): UndoHistory => {
  const done = change && failure ? remainderOf(change, steps) : change
  if (!done) return history
  return iri === null
    ? recordChange(history, done)
    : recordChange(withSharedDraft(history, iri, identities), withoutUndoGroup(done))
}

/** A new change that has ended. */
export interface RequestRun {
  id: string
  output: ChangeOutcome
}

/** An undo or redo that has ended. */
export interface HistoryRun {
  direction: Direction
  output: ChangeOutcome
}

/**
 * Records an undo or redo that has ended. If it has failed, the requests that wait are dropped: they were made for the
 * state that it would have led to.
 */
export const afterHistoryRun = (
  { history, historyRequests }: Pick<ChangeQueue, 'history' | 'historyRequests'>,
  { direction, output }: HistoryRun,
) => ({
  history: recordHistoryRun(history, direction, output),
  historyRequests: output.failure ? [] : historyRequests,
})

/** Returns the history without a change that is being undone or redone, and the identities of what it names. */
export const knownHistory = (
  { history, identities }: Pick<ChangeQueue, 'history' | 'identities'>,
  running: Direction | null,
) => ({ history: running ? withoutLast(history, running) : history, identities })

/** True if an undo or redo is requested next, and there is a change for it. */
export const canRunNext = (
  { historyRequests, history }: Pick<ChangeQueue, 'historyRequests' | 'history'>,
  direction: Direction,
) => historyRequests[0] === direction && lastChange(history, direction) !== undefined

const withReplacedIri = (
  request: ChangeRequest,
  replacements: readonly { from: Iri; to: Iri }[],
): ChangeRequest => {
  const { intent } = request
  const replaced = (iri: Iri) =>
    replacements.reduce((now, { from, to }) => (now === from ? to : now), iri)
  if ('iris' in intent)
    return { ...request, intent: { ...intent, iris: intent.iris.map(replaced) } }
  if (!('iri' in intent)) return request
  return { ...request, intent: { ...intent, iri: replaced(intent.iri) } }
}
