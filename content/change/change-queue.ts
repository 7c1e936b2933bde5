/** A queue of changes: independent ones are in flight together, conflicting ones one after the other. */
import type { Iri } from '../model/iri.ts'
import type { Intent } from './types.ts'

export interface ChangeRequest {
  id: string
  intent: Intent
  /** Changes that share a key are sent in the order in which they were requested. */
  conflictKeys: readonly Iri[]
}

export interface ChangeQueue {
  /** In the order in which they were requested, including those in flight. */
  queue: readonly ChangeRequest[]
  /** The ids of the changes in flight. */
  inFlight: readonly string[]
}

export const emptyChangeQueue: ChangeQueue = { queue: [], inFlight: [] }

const haveSharedKey = (one: ChangeRequest, other: ChangeRequest) =>
  one.conflictKeys.some((key) => other.conflictKeys.includes(key))

/** Returns the changes that share no key with an earlier one and are not in flight. */
export const unblockedRequests = ({ queue, inFlight }: ChangeQueue) =>
  queue.filter(
    (request, index) =>
      !inFlight.includes(request.id) &&
      !queue.slice(0, index).some((earlier) => haveSharedKey(earlier, request)),
  )

/** Removes a finished change, and names the resources of the others by the IRIs that they have now. */
export const withoutRequest = (
  { queue, inFlight }: ChangeQueue,
  id: string,
  replacements: readonly { from: Iri; to: Iri }[],
): ChangeQueue => ({
  queue: queue
    .filter((request) => request.id !== id)
    .map((request) => withReplacedIri(request, replacements)),
  inFlight: inFlight.filter((other) => other !== id),
})

const withReplacedIri = (
  request: ChangeRequest,
  replacements: readonly { from: Iri; to: Iri }[],
): ChangeRequest => {
  const { intent } = request
  if (!('iri' in intent)) return request
  const iri = replacements.reduce((now, { from, to }) => (now === from ? to : now), intent.iri)
  return { ...request, intent: { ...intent, iri } }
}
