/** Replays past events: a subscriber that has missed some is sent them from the event log until it has caught up. */
import { isUnavailable } from '../store/db/database-errors.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Log } from '../log.ts'
import { isRestricted } from './event-predicates.ts'
import type { SubscriberRegistry } from './subscriber-registry.ts'
import { createTaskLimit } from './task-limit.ts'
import type { Subscriber } from './subscriber.ts'
import type { createReplayBatches } from './replay-batches.ts'
import { waitForDrain, writeFrame } from './sse-stream.ts'

interface ReplayOptions {
  events: Pick<EventLog, 'idOf'>
  log: Pick<Log, 'error'>
  subscribers: SubscriberRegistry
  newestId: () => number
  batches: ReturnType<typeof createReplayBatches>
  /** The time in which a subscriber has to read what was written, in milliseconds. */
  drainTimeout: number
  /** Resolves when the database has responded again. */
  waitForNextRead: () => Promise<void>
}

/** The number of batches, for all subscribers, that are sent before the event loop gets a turn. */
const maxReplaysPerTurn = 2

/**
 * Returns a function that sends the next batch of past events. When none is missing, it adds the subscriber to those
 * that have caught up, without an await in between, so that no event is missed. It resolves to true when the replay is
 * over.
 */
const createBatchReplay = ({ events, newestId, batches, subscribers }: ReplayOptions) => {
  const { connected, caughtUp, disconnectRevoked } = subscribers
  return async (subscriber: Subscriber) => {
    if (!connected.has(subscriber)) return true
    if (subscriber.resumeAfter !== null) {
      subscriber.lastSentId = (await events.idOf(subscriber.resumeAfter)) ?? subscriber.lastSentId
      subscriber.resumeAfter = null
    }
    if (subscriber.lastSentId >= newestId()) {
      caughtUp.add(subscriber)
      return true
    }
    // Limited, since many subscribers may be slow.
    const batch = await batches.next(subscriber)
    if (batch.some(isRestricted)) await disconnectRevoked([subscriber])
    const frame = await batches.frameFor(subscriber, batch)
    if (!connected.has(subscriber)) return true
    if (frame) writeFrame(subscriber.response, frame)
    subscriber.lastSentId = Math.max(subscriber.lastSentId, batch.at(-1)?.id ?? newestId())
    return false
  }
}

/** Returns a function that starts the replay of one subscriber. */
export const createReplay = (options: ReplayOptions) => {
  const { log, drainTimeout, waitForNextRead, subscribers } = options
  const { disconnect } = subscribers
  const limitReplays = createTaskLimit(maxReplaysPerTurn)
  const replayBatch = createBatchReplay(options)

  /** Sends past events until the subscriber has caught up or is gone. */
  const replay = async (subscriber: Subscriber) => {
    for (;;) {
      if (!(await waitForDrain(subscriber.response, drainTimeout))) return disconnect(subscriber)
      if (await limitReplays(() => replayBatch(subscriber))) return
    }
  }

  /** Starts a replay and tries again after errors: the stream stays open while the database is unavailable. */
  const startReplay = (subscriber: Subscriber) => {
    replay(subscriber).catch(async (error: unknown) => {
      log.error(error, 'hub')
      if (!isUnavailable(error)) return disconnect(subscriber)
      await waitForNextRead()
      startReplay(subscriber)
    })
  }

  return startReplay
}

/**
 * Creates the queue of subscribers whose replay failed. They wait until any read has succeeded, so that only one
 * queries a database that may still be down. `retryLater` is called for the first.
 */
export const createWaitingReplays = (retryLater: () => void) => {
  let waiting: (() => void)[] = []
  return {
    wait: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) retryLater()
      }),
    resume: () => {
      const resumed = waiting
      waiting = []
      for (const resume of resumed) resume()
    },
  }
}
