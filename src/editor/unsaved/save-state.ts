/** Says in which state an edit or a change is that is not saved yet. */
import type { ChangeRequest } from '#content/change/change-queue.ts'
import type { Failure } from '#content/model/failure.ts'
import { type FieldRef, selectSaveRefusalRef } from '#machines/editing/changes/field.ts'
import { isConflicting, isOrphaned } from '#machines/editing/changes/save-refusal.ts'
import type { EditRef } from '#machines/editing/changes/save-status.ts'

export type SaveState =
  | 'saved'
  /** Typed or moved just now. */
  | 'soon'
  | 'queued'
  | 'sending'
  | 'offline'
  | 'signedOut'
  /** From before the document was loaded. */
  | 'interrupted'
  | 'conflict'
  | 'deleted'
  | 'refused'

export const saveStates: Record<SaveState, string> = {
  saved: 'Saved',
  soon: 'About to be sent',
  queued: 'Waiting for an earlier change',
  sending: 'Being sent',
  offline: 'Waiting for the network',
  signedOut: 'Waiting until you sign in',
  interrupted: 'Not sent before the page was closed',
  conflict: 'Changed by somebody else, too',
  deleted: 'Deleted by somebody else',
  refused: 'Refused',
}

/** The states in which an edit can be sent again. */
export const canSend = (state: SaveState) =>
  ['offline', 'signedOut', 'interrupted', 'refused'].includes(state)

/** The changes in the queue, and the ids of those that are being sent. */
interface Queue {
  queue: readonly ChangeRequest[]
  inFlight: readonly string[]
}

export const requestState = ({ id }: ChangeRequest, { inFlight }: Queue): SaveState =>
  inFlight.includes(id) ? 'sending' : 'queued'

/** Returns the change by which an edit is being saved. */
const requestOf = (ref: EditRef, { queue }: Queue) => {
  const { children } = ref.getSnapshot()
  const { sessionId } = (children as { saveChange?: { sessionId: string } }).saveChange ?? {}
  return queue.find(({ requestedBy }) => requestedBy !== undefined && requestedBy === sessionId)
}

/** Returns the changes that belong to none of the edits. */
export const otherRequests = (refs: readonly EditRef[], queue: Queue) => {
  const requests = refs.map((ref) => requestOf(ref, queue))
  return queue.queue.filter((request) => !requests.includes(request))
}

const failedState = (failure: Failure): SaveState => {
  if (failure.kind === 'offline') return 'offline'
  return failure.status === 401 ? 'signedOut' : 'refused'
}

const refusedState = (ref: EditRef): SaveState => {
  const refusal = selectSaveRefusalRef((ref as FieldRef).getSnapshot())?.getSnapshot()
  if (refusal && isConflicting(refusal)) return 'conflict'
  if (refusal && isOrphaned(refusal)) return 'deleted'
  const { failure } = ref.getSnapshot().context
  return failure ? failedState(failure) : 'interrupted'
}

/** Returns the state of an edit. */
export const editState = (ref: EditRef, queue: Queue): SaveState => {
  const snapshot = ref.getSnapshot()
  if (snapshot.hasTag('unsaved')) return refusedState(ref)
  if (!snapshot.hasTag('busy')) return 'saved'
  const request = requestOf(ref, queue)
  return request ? requestState(request, queue) : 'soon'
}

/** Returns since when an edit has been in its state, in milliseconds, where that is known. */
export const editTime = (ref: EditRef, queue: Queue) =>
  requestOf(ref, queue)?.requestedAt ?? ref.getSnapshot().context.failure?.refusedAt
