/** The queue of changes that others make to the page, until they are shown. Each function returns a new queue. */
import type { SaveResult } from './types.ts'
import type { Iri } from '../model/iri.ts'
import type { Versioned } from '../model/resource.ts'

/** One message of the hub: a resource as it is now, or only its `@id` if it was deleted. */
export interface Message {
  id: string
  data: { '@id': Iri; [property: string]: unknown }
}

/** A newer version of a resource, or null if it was deleted. */
export interface ResourceUpdate {
  iri: Iri
  item: Versioned | null
  /** Set when the user sees nothing of the change, such as a visitor of a position for another's draft. */
  isInvisible?: true
}

export interface UpdateQueue {
  /** The IRIs of the current page. */
  shownIris: Iri[]
  /** Messages to be resolved, the latest of each resource. */
  messages: Message[]
  /** Messages that are being resolved. */
  batch: Message[]
  /** Resolved updates that differ from what is shown. */
  pendingUpdates: ResourceUpdate[]
}

const iriOf = (item: Message | ResourceUpdate): Iri =>
  'data' in item ? item.data['@id'] : item.iri

const latestPerResource = (messages: Message[]) => {
  const latest = new Map(messages.map((message) => [iriOf(message), message]))
  return messages.filter((message) => latest.get(iriOf(message)) === message)
}

const without = <Item extends Message | ResourceUpdate>(
  items: Item[],
  iris: readonly (Iri | undefined)[],
) => {
  const left = new Set(iris)
  return items.filter((item) => !left.has(iriOf(item)))
}

/** Returns the IRIs of the current page and of its pending updates. */
export const watchedIris = ({ shownIris, pendingUpdates }: UpdateQueue) => [
  ...new Set([...shownIris, ...pendingUpdates.map(iriOf)]),
]

/** Adds a message, in place of an earlier one about the same resource. */
export const addMessage = ({ messages }: UpdateQueue, message: Message) => ({
  messages: latestPerResource([...messages, message]),
})

/** Moves all messages to the batch that is being resolved. */
export const startBatch = ({ messages }: UpdateQueue) => ({ batch: messages, messages: [] })

/** Returns the messages of the batch to the queue, where newer ones take their place. */
export const cancelBatch = ({ batch, messages }: UpdateQueue) => ({
  batch: [],
  messages: latestPerResource([...batch, ...messages]),
})

/** True when the updates change nothing that the user sees, so that they need not be offered. */
export const areInvisible = (updates: readonly ResourceUpdate[]) =>
  updates.length > 0 && updates.every(({ isInvisible }) => isInvisible)

/** Adds what the batch was resolved to, in place of earlier updates of the same resources. */
export const completeBatch = (
  { batch, pendingUpdates }: UpdateQueue,
  updates: ResourceUpdate[],
) => ({
  batch: [],
  pendingUpdates: [
    ...without(pendingUpdates, [...batch.map(iriOf), ...updates.map(iriOf)]),
    ...updates,
  ],
})

/** Removes updates of a resource that was saved in this browser, and watches it from now on. */
export const addSaved = (
  { shownIris, pendingUpdates }: UpdateQueue,
  { resource, replaced }: SaveResult,
) => {
  const iri = resource?.['@id']
  return {
    pendingUpdates: without(pendingUpdates, [iri, replaced?.from]),
    shownIris: iri ? [...new Set([...shownIris, iri])] : shownIris,
  }
}

/** Removes a deleted resource. Earlier messages about it would be resolved in vain. */
export const removeResource = ({ shownIris, messages, pendingUpdates }: UpdateQueue, iri: Iri) => ({
  messages: without(messages, [iri]),
  pendingUpdates: without(pendingUpdates, [iri]),
  shownIris: shownIris.filter((other) => other !== iri),
})
