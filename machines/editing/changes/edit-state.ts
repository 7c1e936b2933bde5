/** Tells in which state an edit, or a change in the queue, is while it is not saved. */
import type { ChangeRequest } from '#content/change/change-queue.ts'
import type { Failure } from '#content/model/failure.ts'
import type { WaitingAction } from '../waiting-action.ts'
import { type FieldRef, selectSaveRefusalRef } from './field.ts'
import { isConflicting, isOrphaned } from './save-refusal.ts'
import type { ReorderRef } from './reorder.ts'
import type { EditRef } from './save-status.ts'

export type EditState =
  | 'saved'
  /** Typed or moved just now. */
  | 'soon'
  | 'queued'
  | 'sending'
  | 'offline'
  | 'signedOut'
  /** From before the document was loaded. */
  | 'interrupted'
  /** An action whose edits could not be saved. */
  | 'undecided'
  | 'conflict'
  | 'deleted'
  | 'refused'

/** The states in which an edit can be sent again at once. */
export const canSend = (state: EditState) => ['offline', 'interrupted', 'refused'].includes(state)

/** The changes in the queue, and the ids of those that are being sent. */
interface Queue {
  queue: readonly ChangeRequest[]
  inFlight: readonly string[]
}

export const requestState = ({ id }: ChangeRequest, { inFlight }: Queue): EditState =>
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

const failedState = (failure: Failure): EditState => {
  if (failure.kind === 'offline') return 'offline'
  return failure.status === 401 ? 'signedOut' : 'refused'
}

const refusedState = (ref: EditRef): EditState => {
  const refusal = selectSaveRefusalRef((ref as FieldRef).getSnapshot())?.getSnapshot()
  if (refusal && isConflicting(refusal)) return 'conflict'
  if (refusal && isOrphaned(refusal)) return 'deleted'
  const { failure } = ref.getSnapshot().context
  return failure ? failedState(failure) : 'interrupted'
}

/** Returns the state of an action that is not being carried out. */
export const stateOfWaiting = ({ paused }: WaitingAction): EditState =>
  paused === 'refused' ? 'undecided' : (paused ?? 'offline')

/** Returns the state of an edit. */
export const editState = (ref: EditRef, queue: Queue): EditState => {
  const snapshot = ref.getSnapshot()
  if (snapshot.hasTag('unsaved')) return refusedState(ref)
  if (!snapshot.hasTag('busy')) return 'saved'
  const request = requestOf(ref, queue)
  if (request) return requestState(request, queue)
  return 'upload' in snapshot.children ? 'sending' : 'soon'
}

/** Saves an edit that could not be saved, or was not. A conflict is left to the user. */
export const retryEdit = (ref: EditRef) => {
  const { context } = ref.getSnapshot()
  if (context.failure?.kind === 'conflict') return
  const retried = selectSaveRefusalRef((ref as FieldRef).getSnapshot()) ?? (ref as ReorderRef)
  retried.send({ type: 'retry.requested' })
}

/** Returns since when an edit has been in its state, in milliseconds, where that is known. */
export const editTime = (ref: EditRef, queue: Queue) =>
  requestOf(ref, queue)?.requestedAt ?? ref.getSnapshot().context.failure?.refusedAt
