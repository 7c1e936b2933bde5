/** Reads past events for subscribers that reconnect. Many do at the same time with the same id: they share the work. */
import type { EventLog, HubEvent } from '../store/events/event-log.ts'
import { type ReadCurrentEventData, createPastEventRefresher } from './refresh-past-events.ts'
import { createReplayCache } from './replay-cache.ts'
import { type SseFrame, frameEvents } from './sse-stream.ts'
import { type Subscriber, mayReceive } from './subscriber.ts'

interface ReplayBatchOptions {
  events: Pick<EventLog, 'batchAfter'>
  currentEventData: ReadCurrentEventData
  /** Returns the row id of the newest event. */
  newestId: () => number
  maxBytes: number
}

/** The number of batches that are kept in memory, each about `maxBytes` long. */
const maxCachedBatches = 20

/** Creates the reads of past events, a batch of about `maxBytes` at a time. */
export const createReplayBatches = (options: ReplayBatchOptions) => {
  const { events, currentEventData, newestId, maxBytes } = options
  const refreshPastEvents = createPastEventRefresher(
    currentEventData,
    createReplayCache(maxCachedBatches, newestId),
  )
  const cachedBatch = createReplayCache<HubEvent[]>(maxCachedBatches, newestId)
  const cachedFrame = createReplayCache<SseFrame | null>(maxCachedBatches, newestId)

  return {
    /** Returns the next events after those that a subscriber has had. */
    next: ({ lastSentId }: Subscriber) =>
      cachedBatch(String(lastSentId), () => events.batchAfter(lastSentId, maxBytes)),

    /**
     * Returns the frame of the events in a batch that a subscriber may receive, with their current content; null for
     * none.
     */
    frameFor(subscriber: Subscriber, batch: readonly HubEvent[]) {
      const { audience, topics, joinedAtId } = subscriber
      const [first, last] = [batch[0]?.id ?? 0, batch.at(-1)?.id ?? 0]
      const key = JSON.stringify([audience, topics.key, first, last, Math.min(joinedAtId, last)])
      return cachedFrame(key, async () => {
        const current = await refreshPastEvents(subscriber, batch)
        const received = current.filter((event) => mayReceive(subscriber, event))
        return received.length ? frameEvents(received) : null
      })
    },
  }
}
