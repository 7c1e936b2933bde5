/**
 * The live-update hub: server-sent events that follow Mercure's protocol (api, section 7). Events are read from the
 * event table, into which every write puts them in its own transaction: a crash loses none, and a client that
 * reconnects with the id of its last event gets all later ones.
 */
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { viewerOf } from '../users/accounts.ts'
import { keepAliveFrame, frameEvents, sendHeaders, eventIdOf, writeFrame } from './sse-stream.ts'
import type { Log } from '../log.ts'
import type { Sessions } from '../auth/sessions.ts'
import { audienceOf } from '../store/events/audience.ts'
import type { EventLog, HubEvent } from '../store/events/event-log.ts'
import type { ReadCurrentMessages } from './current-content.ts'
import { isRestricted } from './hub-events.ts'
import { createReplayBatches } from './replay-batches.ts'
import { type Subscriber, type Subscription, createFrameCache, mayReceive } from './subscriber.ts'
import { createReplay, createWaitingReplays } from './replay.ts'

interface HubOptions {
  events: EventLog
  sessions: Pick<Sessions, 'accountsOf'>
  currentMessages: ReadCurrentMessages
  log: Log
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  keepAlive: 40_000,
  /** Bytes that may be unread before a subscriber lags and is served from the table. */
  maxUnreadBytes: 256 * 1024,
  /** Milliseconds that they may be unread before the subscriber is disconnected. */
  drainTimeout: 30_000,
  /** Milliseconds before the database is queried again after an error. */
  retryDelay: 1_000,
}

export const createHub = (options: HubOptions) => {
  const { events, sessions, currentMessages, log, limits: given } = options
  const limits = { ...defaultLimits, ...given }
  /** Subscribers that have every event up to `last` and get the next one directly. */
  const caughtUp = new Set<Subscriber>()
  const subscribers = new Set<Subscriber>()
  const listeners = new Set<(event: HubEvent) => void>()
  let last: { id: number; uuid: string | null } = { id: 0, uuid: null }
  let isReadRequested = false
  let isReading = false
  let isClosed = false
  let retryTimer: NodeJS.Timeout | undefined
  const newestId = () => last.id
  const maxBytes = limits.maxUnreadBytes
  const batches = createReplayBatches({ events, currentMessages, newestId, maxBytes })

  const removeSubscriber = (subscriber: Subscriber) => {
    subscribers.delete(subscriber)
    caughtUp.delete(subscriber)
  }

  const disconnect = (subscriber: Subscriber) => {
    removeSubscriber(subscriber)
    subscriber.response.destroy()
  }

  /** Sends the events that a subscriber has not had yet. */
  const send = (subscriber: Subscriber, batch: readonly HubEvent[]) => {
    const unsent = batch.filter(
      (event) => event.id > subscriber.lastSentId && mayReceive(subscriber, event),
    )
    subscriber.lastSentId = Math.max(subscriber.lastSentId, batch.at(-1)?.id ?? 0)
    if (unsent.length) writeFrame(subscriber.response, frameEvents(unsent))
  }

  const disconnectRevoked = async (among: Iterable<Subscriber>) => {
    for (const subscriber of await findRevoked(among, sessions)) disconnect(subscriber)
  }

  const publishNewEvents = async () => {
    for (;;) {
      const batch = await events.after(last.id)
      const newest = batch.at(-1)
      if (!newest) return
      for (const event of batch) for (const listener of listeners) listener(event)
      if (batch.some(isRestricted)) await disconnectRevoked(caughtUp)
      const frameFor = createFrameCache(batch)
      const publish = (subscriber: Subscriber) => {
        // A subscriber that has just caught up may have had some of these events.
        if (subscriber.lastSentId !== last.id) return send(subscriber, batch)
        subscriber.lastSentId = newest.id
        const frame = frameFor(subscriber)
        if (!frame) return
        writeFrame(subscriber.response, frame)
        if (subscriber.response.writableLength > limits.maxUnreadBytes) lag(subscriber)
      }
      await forEachInBatches(caughtUp, publish, () => (last = newest))
    }
  }

  /** Reads new events and publishes them. A call while it runs makes it read once more. */
  const readNewEvents = async () => {
    isReadRequested = true
    if (isReading) return
    isReading = true
    clearTimeout(retryTimer)
    try {
      while (isReadRequested) {
        isReadRequested = false
        await publishNewEvents()
      }
      waitingReplays.resume()
    } catch (error) {
      log.error(error, hubName)
      isReadRequested = true
      retryLater()
    } finally {
      isReading = false
    }
  }
  /** Starts `readNewEvents`, which logs its own errors and retries. */
  const wake = () => {
    readNewEvents().catch(() => {})
  }

  const retryLater = () => {
    clearTimeout(retryTimer)
    if (!isClosed) retryTimer = globalThis.setTimeout(wake, limits.retryDelay)
  }

  const waitingReplays = createWaitingReplays(retryLater)
  const startReplay = createReplay({
    events,
    log,
    subscribers,
    caughtUp,
    newestId,
    batches,
    drainTimeout: limits.drainTimeout,
    disconnect,
    disconnectRevoked,
    waitForNextRead: waitingReplays.wait,
  })

  const lag = (subscriber: Subscriber) => {
    caughtUp.delete(subscriber)
    startReplay(subscriber)
  }

  const sendKeepAlive = () => {
    forEachInBatches(caughtUp, ({ response }) => writeFrame(response, keepAliveFrame)).catch(
      (error: unknown) => log.error(error, hubName),
    )
  }
  const keepAlive = setInterval(sendKeepAlive, limits.keepAlive).unref()

  return {
    wake,

    /** Starts at the newest event: only what is committed from now on is published. */
    start: async () => {
      last = (await events.newest()) ?? last
    },

    /** Writes to a response until either side closes it. */
    subscribe({ lastEventId, ...subscription }: Subscription, response: ServerResponse) {
      const subscriber = {
        ...subscription,
        response,
        resumeAfter: lastEventId,
        lastSentId: last.id,
        joinedAtId: last.id,
      }
      subscribers.add(subscriber)
      response.on('error', ignore)
      response.on('close', () => removeSubscriber(subscriber))
      sendHeaders(response)
      startReplay(subscriber)
    },

    /**
     * Id of the newest event that all caught-up subscribers were sent. Read it before a page is read, and resume from
     * it.
     */
    lastEventId: () => last.uuid && eventIdOf(last.uuid),

    /** Calls the listener with every event of any process; returns a function that removes it. */
    onEvent: (listener: (event: HubEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    subscriberCount: () => subscribers.size,

    close() {
      isClosed = true
      clearInterval(keepAlive)
      clearTimeout(retryTimer)
      for (const { response } of subscribers) response.end()
    },
  }
}

export type Hub = ReturnType<typeof createHub>

const hubName = 'hub'
/** A failed connection is closed, which is handled there. */
const ignore = () => {}
/** Subscribers that are written to before the event loop gets a turn. */
const batchSize = 1_000

/**
 * Calls `act` for every subscriber, in batches with a pause for other requests. `finish` is called synchronously after
 * the last, so that nobody joins unnoticed in between.
 */
const forEachInBatches = async (
  among: Iterable<Subscriber>,
  act: (subscriber: Subscriber) => void,
  finish = ignore,
) => {
  let count = 0
  for (const subscriber of among) {
    act(subscriber)
    count += 1
    if (count % batchSize === 0) await setImmediate()
  }
  finish()
}

/** Returns the subscribers whose session has ended or whose role has changed, in this process or another. */
const findRevoked = async (among: Iterable<Subscriber>, sessions: HubOptions['sessions']) => {
  const signedIn = [...among].filter(({ sessionHash }) => sessionHash)
  const hashes = [...new Set(signedIn.map(({ sessionHash }) => sessionHash!))]
  const accounts = await sessions.accountsOf(hashes)
  return signedIn.filter(({ sessionHash, reader }) => {
    const account = accounts.get(sessionHash!)
    return !account || audienceOf(viewerOf(account)) !== reader
  })
}
