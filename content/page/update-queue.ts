/** The queue of changes that others make to the page, until they are shown. Each function returns a new queue. */
import type { ChangePage, SaveResult } from '../change/types.ts'
import type { Iri } from '../model/iri.ts'
import type { Versioned } from '../model/resource.ts'
import { type AssembledPage, isIriPath } from './page.ts'

/** One message of the hub: a resource as it is now, or only its `@id` if it was deleted. */
export interface HubMessage {
  id: string
  data: { '@id': Iri; [property: string]: unknown }
}

/** A newer version of a resource, or null if it was deleted. */
export interface ResourceUpdate {
  iri: Iri
  item: Versioned | null
  /** Set when the user cannot see the change, such as a visitor the position of a draft. */
  isInvisible?: true
}

/** The input from which updates are resolved. */
export interface UpdateBatch {
  messages: HubMessage[]
  /** Updates that are offered already. */
  pendingUpdates: ResourceUpdate[]
  /** The IRIs of the current page. */
  shownIris: Iri[]
}

export interface UpdateQueue {
  /** The path of the current page; null on a screen of the app. */
  path: string | null
  /** The IRIs of the current page. */
  shownIris: Iri[]
  /** Messages to be resolved, the latest of each resource. */
  messages: HubMessage[]
  /** Messages that are being resolved. */
  batch: HubMessage[]
  /** Resolved updates that differ from what is shown. */
  pendingUpdates: ResourceUpdate[]
  /** True when a change in this browser may have outdated the pending updates. */
  isPendingOutdated: boolean
}

/** The queue without messages and updates. */
export const emptyUpdateQueue: Omit<UpdateQueue, 'path' | 'shownIris'> = {
  messages: [],
  batch: [],
  pendingUpdates: [],
  isPendingOutdated: false,
}

/** Creates the queue of a page; null for a screen of the app. */
export const createUpdateQueue = (page: AssembledPage | null): UpdateQueue => ({
  ...emptyUpdateQueue,
  path: page?.path ?? null,
  shownIris: page?.resources ?? [],
})

const iriOf = (item: HubMessage | ResourceUpdate): Iri =>
  'data' in item ? item.data['@id'] : item.iri

const latestPerResource = (messages: HubMessage[]) => {
  const latest = new Map(messages.map((message) => [iriOf(message), message]))
  return messages.filter((message) => latest.get(iriOf(message)) === message)
}

const without = <Item extends HubMessage | ResourceUpdate>(
  items: Item[],
  iris: readonly (Iri | undefined)[],
) => {
  const left = new Set(iris)
  return items.filter((item) => !left.has(iriOf(item)))
}

/** Returns the IRIs of the current page and of its pending updates. */
const watchedIris = ({ shownIris, pendingUpdates }: UpdateQueue) => [
  ...new Set([...shownIris, ...pendingUpdates.map(iriOf)]),
]

/** Adds a message, in place of an earlier one about the same resource. */
export const addMessage = ({ messages }: UpdateQueue, { id, data }: HubMessage) => ({
  messages: latestPerResource([...messages, { id, data }]),
})

/** Returns what the batch is resolved from. */
export const batchOf = (queue: UpdateQueue): UpdateBatch => ({
  messages: queue.batch,
  pendingUpdates: queue.pendingUpdates,
  shownIris: watchedIris(queue),
})

/** Moves all messages to the batch that is being resolved. */
export const startBatch = ({ messages }: UpdateQueue) => ({ batch: messages, messages: [] })

/** Returns the messages of the batch to the queue, where newer ones take their place. */
export const cancelBatch = ({ batch, messages }: UpdateQueue) => ({
  batch: [],
  messages: latestPerResource([...batch, ...messages]),
})

/** Drops the updates of the former page. What was not resolved yet is resolved for the new one. */
export const setPage = (queue: UpdateQueue, { path, resources }: AssembledPage) => ({
  ...cancelBatch(queue),
  path,
  shownIris: resources,
  pendingUpdates: [],
})

/** True when the pending updates change nothing that the user sees, so that they need not be offered. */
export const areInvisible = ({ pendingUpdates, isPendingOutdated }: UpdateQueue) =>
  !isPendingOutdated &&
  pendingUpdates.length > 0 &&
  pendingUpdates.every(({ isInvisible }) => isInvisible)

/** Returns whether there is anything to resolve: a message, or pending updates that may be shown already. */
export const hasUnresolved = ({ messages, pendingUpdates, isPendingOutdated }: UpdateQueue) =>
  messages.length > 0 || (isPendingOutdated && pendingUpdates.length > 0)

/** Replaces the pending updates by what they and the batch were resolved to. */
export const completeBatch = (pendingUpdates: ResourceUpdate[]) => ({
  batch: [],
  pendingUpdates,
  isPendingOutdated: false,
})

/** Makes the pending updates be compared with what is shown again. */
export const outdatePending = (queue: UpdateQueue) => ({
  ...cancelBatch(queue),
  isPendingOutdated: true,
})

/** True if a change was made on the page at this path. It remembers the location, which ends with the IRI of a page without an address. */
const isMadeOn = (path: string | null, page: ChangePage) =>
  path !== null && (page.path === path || (isIriPath(path) && page.path.endsWith(path)))

/**
 * Removes updates of a resource that was saved in this browser, and watches it from now on, unless that was undone or redone
 * for another page.
 */
export const addSaved = (
  queue: UpdateQueue,
  { resource, replaced }: SaveResult,
  page?: ChangePage,
) => {
  const { path, shownIris, pendingUpdates } = queue
  const iri = resource?.['@id']
  const isElsewhere = page !== undefined && !isMadeOn(path, page)
  return {
    ...outdatePending(queue),
    pendingUpdates: without(pendingUpdates, [iri, replaced?.from]),
    shownIris: iri && !isElsewhere ? [...new Set([...shownIris, iri])] : shownIris,
  }
}

/** Removes a deleted resource. Earlier messages about it are dropped with it. */
export const removeResource = (queue: UpdateQueue, iri: Iri) => ({
  ...cancelBatch(queue),
  messages: without(cancelBatch(queue).messages, [iri]),
  pendingUpdates: without(queue.pendingUpdates, [iri]),
  shownIris: queue.shownIris.filter((other) => other !== iri),
})

/** Removes the updates that are shown from now on, and watches their resources. */
export const clearPending = (queue: UpdateQueue) => ({
  ...cancelBatch(queue),
  shownIris: watchedIris(queue),
  pendingUpdates: [],
})
