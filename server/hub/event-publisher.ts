/** Reads new events from the event log, and sends them to the subscribers that have all earlier ones. */
import type { EventLog, HubEvent } from '../store/events/event-log.ts'
import { isRestricted } from './event-predicates.ts'
import { frameEvents, writeFrame } from './sse-stream.ts'
import { type SubscriberRegistry, forEachInBatches } from './subscriber-registry.ts'
import { type Subscriber, createFrameCache, mayReceive } from './subscriber.ts'

interface EventPublisherOptions {
  events: Pick<EventLog, 'after' | 'newest'>
  subscribers: SubscriberRegistry
  /** The number of unread bytes above which a subscriber lags. */
  maxUnreadBytes: number
  /** Called with a subscriber that reads too slowly. */
  onLag: (subscriber: Subscriber) => void
}

/** Sends the events that a subscriber has not had yet. */
const sendUnsent = (subscriber: Subscriber, batch: readonly HubEvent[]) => {
  const unsent = batch.filter(
    (event) => event.id > subscriber.lastSentId && mayReceive(subscriber, event),
  )
  subscriber.lastSentId = Math.max(subscriber.lastSentId, batch.at(-1)?.id ?? 0)
  if (unsent.length) writeFrame(subscriber.response, frameEvents(unsent))
}

interface BatchOptions extends Pick<EventPublisherOptions, 'maxUnreadBytes' | 'onLag'> {
  batch: readonly HubEvent[]
  newestId: number
  /** The id of the last event before the batch. */
  previousId: number
}

/** Returns a function that sends a batch of events to one subscriber. */
const createBatchSender = (options: BatchOptions) => {
  const { batch, newestId, previousId, maxUnreadBytes, onLag } = options
  const frameFor = createFrameCache(batch)
  return (subscriber: Subscriber) => {
    // A subscriber that has just caught up may have had some of these events.
    if (subscriber.lastSentId !== previousId) return sendUnsent(subscriber, batch)
    subscriber.lastSentId = newestId
    const frame = frameFor(subscriber)
    if (!frame) return
    writeFrame(subscriber.response, frame)
    if (subscriber.response.writableLength > maxUnreadBytes) onLag(subscriber)
  }
}

/** Creates the set of functions that are called with every event of any process. */
const createListeners = () => {
  const listeners = new Set<(event: HubEvent) => void>()
  return {
    add: (listener: (event: HubEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    callWith(event: HubEvent) {
      for (const listener of listeners) listener(event)
    },
  }
}

/** Creates the publisher, which sends new events to the subscribers that have caught up. */
export const createEventPublisher = (options: EventPublisherOptions) => {
  const { events, subscribers } = options
  const { caughtUp, disconnectRevoked } = subscribers
  const listeners = createListeners()
  /** The newest event that was sent to all subscribers who have caught up. */
  let last: { id: number; uuid: string | null } = { id: 0, uuid: null }

  return {
    last: () => last,

    /** Skips to the newest stored event: only later ones are published. */
    async skipToNewest() {
      last = (await events.newest()) ?? last
    },

    /** Calls the listener with every event of any process; returns a function that removes it. */
    onEvent: listeners.add,

    async publishNewEvents() {
      for (;;) {
        const batch = await events.after(last.id)
        const newest = batch.at(-1)
        if (!newest) return
        for (const event of batch) listeners.callWith(event)
        if (batch.some(isRestricted)) await disconnectRevoked(caughtUp)
        const send = createBatchSender({
          ...options,
          batch,
          newestId: newest.id,
          previousId: last.id,
        })
        await forEachInBatches(caughtUp, send, () => (last = newest))
      }
    },
  }
}
