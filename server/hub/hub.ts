/**
 * The live-update hub: server-sent events that follow Mercure's protocol (api, section 7). Events are read from the
 * event table, into which every write puts them in its own transaction: a crash loses none, and a client that
 * reconnects with the id of its last event gets all later ones.
 */
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Iri } from '#content/model/iri.ts'
import { viewerOf } from '../users/accounts.ts'
import {
  type SseFrame,
  keepAliveFrame,
  waitForDrain,
  frameEvents,
  sendHeaders,
  eventIdOf,
  writeFrame,
} from './sse-stream.ts'
import type { Log } from '../log.ts'
import type { Sessions } from '../auth/sessions.ts'
import { isUnavailable } from '../store/db/database-errors.ts'
import { type Audience, audienceOf, includes } from '../store/events/audience.ts'
import type { EventLog, HubEvent } from '../store/events/event-log.ts'
import type { TopicSelectors } from './topic-selectors.ts'

export interface Subscription {
  topics: TopicSelectors
  /** Hash of the subscriber's session; null for visitors. */
  sessionHash: string | null
  /** The audience that the subscriber belongs to. */
  reader: Audience
  lastEventId: string | null
}

interface Subscriber extends Omit<Subscription, 'lastEventId'> {
  response: ServerResponse
  /** The last event id it sent, until that has been looked up. */
  resumeAfter: string | null
  /** Row id of the last event that it was sent, or that was skipped for it. */
  lastSentId: number
  /** Row id of the newest event when it connected. Older events are sent with today's content. */
  joinedAtId: number
}

interface HubOptions {
  events: EventLog
  sessions: Pick<Sessions, 'accountsOf'>
  /**
   * Returns messages about several resources with today's content; those that the audience may not know of are left
   * out.
   */
  currentMessages: (iris: readonly Iri[], reader: Audience) => Promise<ReadonlyMap<Iri, string>>
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

  const removeSubscriber = (subscriber: Subscriber) => {
    subscribers.delete(subscriber)
    caughtUp.delete(subscriber)
  }

  const disconnect = (subscriber: Subscriber) => {
    removeSubscriber(subscriber)
    subscriber.response.destroy()
  }

  const mayReceive = ({ topics, reader }: Subscriber, event: HubEvent) =>
    includes(event.audience, reader) && topics.matches(event.topic)

  /** Sends the events that a subscriber has not had yet. */
  const send = (subscriber: Subscriber, told: readonly HubEvent[]) => {
    const wanted = told.filter(
      (event) => event.id > subscriber.lastSentId && mayReceive(subscriber, event),
    )
    subscriber.lastSentId = Math.max(subscriber.lastSentId, told.at(-1)?.id ?? 0)
    if (wanted.length) writeFrame(subscriber.response, frameEvents(wanted))
  }

  /**
   * Cached messages about past events, valid until there is a new event: many clients reconnect at once, with the same
   * id.
   */
  const currentMessagesCache = new Map<string, ReturnType<typeof currentMessages>>()
  let cachedAtEventId = 0

  const readCurrentMessages = (past: readonly HubEvent[], reader: Audience) => {
    if (cachedAtEventId !== last.id || currentMessagesCache.size >= maxCachedAnswers)
      currentMessagesCache.clear()
    cachedAtEventId = last.id
    const key = `${reader} ${past[0]?.id} ${past.at(-1)?.id}`
    const known = currentMessagesCache.get(key)
    if (known) return known
    const answer = currentMessages([...new Set(past.map(subjectOf))], reader)
    currentMessagesCache.set(key, answer)
    answer.catch(() => currentMessagesCache.delete(key))
    return answer
  }

  /**
   * Replaces the content of events from before a subscriber connected by today's: what has been hidden since, the
   * resource itself or one it refers to, is not sent. Deletions are.
   */
  const withCurrentContent = async (
    { reader, joinedAtId }: Subscriber,
    told: readonly HubEvent[],
  ) => {
    const isPast = (event: HubEvent) =>
      event.id <= joinedAtId && includes(event.audience, reader) && !isDeletion(event)
    const past = told.filter(isPast)
    if (reader === 'editor' || !past.length) return told
    const today = await readCurrentMessages(past, reader)
    return told.flatMap((event) => {
      if (!isPast(event)) return event
      const data = today.get(subjectOf(event))
      return data === undefined ? [] : { ...event, data }
    })
  }

  /** Disconnects subscribers whose session has ended or whose role has changed, in this process or another. */
  const disconnectRevoked = async (among: Iterable<Subscriber>) => {
    const signedIn = [...among].filter(({ sessionHash }) => sessionHash)
    const hashes = [...new Set(signedIn.map(({ sessionHash }) => sessionHash!))]
    const accounts = await sessions.accountsOf(hashes)
    for (const subscriber of signedIn) {
      const account = accounts.get(subscriber.sessionHash!)
      if (!account || audienceOf(viewerOf(account)) !== subscriber.reader) disconnect(subscriber)
    }
  }

  /**
   * Calls `act` for every caught-up subscriber, in batches with a pause for other requests. `finish` is called
   * synchronously after the last, so that nobody joins unnoticed in between.
   */
  const forEachCaughtUp = async (act: (subscriber: Subscriber) => void, finish = ignore) => {
    let count = 0
    for (const subscriber of caughtUp) {
      act(subscriber)
      count += 1
      if (count % batchSize === 0) await setImmediate()
    }
    finish()
  }

  /**
   * Returns the frames of a batch of events for a subscriber; made once for all that have the same topics and audience.
   */
  const createBatchCache = (told: readonly HubEvent[]) => {
    const parcels = new Map<string, SseFrame | null>()
    return (subscriber: Subscriber) => {
      const key = `${subscriber.reader} ${subscriber.topics.key}`
      const known = parcels.get(key)
      if (known !== undefined) return known
      const wanted = told.filter((event) => mayReceive(subscriber, event))
      const parcel = wanted.length ? frameEvents(wanted) : null
      parcels.set(key, parcel)
      return parcel
    }
  }

  const publishNewEvents = async () => {
    for (;;) {
      const told = await events.after(last.id)
      const newest = told.at(-1)
      if (!newest) return
      for (const event of told) for (const listener of listeners) listener(event)
      if (told.some(isRestricted)) await disconnectRevoked(caughtUp)
      const parcelFor = createBatchCache(told)
      const pass = (subscriber: Subscriber) => {
        // A subscriber that has just caught up may have had some of these events.
        if (subscriber.lastSentId !== last.id) return send(subscriber, told)
        subscriber.lastSentId = newest.id
        const parcel = parcelFor(subscriber)
        if (!parcel) return
        writeFrame(subscriber.response, parcel)
        if (subscriber.response.writableLength > limits.maxUnreadBytes) lag(subscriber)
      }
      await forEachCaughtUp(pass, () => (last = newest))
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
      resumeWaiting()
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

  /**
   * Subscribers whose replay failed wait until any read has succeeded, so that only one queries a database that may
   * still be down.
   */
  let waiting: (() => void)[] = []
  const resumeWaiting = () => {
    const woken = waiting
    waiting = []
    for (const goOn of woken) goOn()
  }
  const waitForNextRead = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) retryLater()
    })

  const lag = (subscriber: Subscriber) => {
    caughtUp.delete(subscriber)
    startReplay(subscriber)
  }

  /**
   * Sends events from the table until none is missing, then adds the subscriber to the caught-up ones. There is no
   * await between the comparison and that.
   */
  const replay = async (subscriber: Subscriber) => {
    while (subscribers.has(subscriber)) {
      if (!(await waitForDrain(subscriber.response, limits.drainTimeout)))
        return disconnect(subscriber)
      if (subscriber.resumeAfter !== null) {
        subscriber.lastSentId = (await events.idOf(subscriber.resumeAfter)) ?? subscriber.lastSentId
        subscriber.resumeAfter = null
      }
      if (subscriber.lastSentId >= last.id) return void caughtUp.add(subscriber)
      // Limited, since many subscribers may be slow.
      const told = await events.batchAfter(subscriber.lastSentId, limits.maxUnreadBytes)
      if (told.some(isRestricted)) await disconnectRevoked([subscriber])
      const heard = await withCurrentContent(subscriber, told)
      if (!subscribers.has(subscriber)) return
      send(subscriber, heard)
      subscriber.lastSentId = Math.max(subscriber.lastSentId, told.at(-1)?.id ?? last.id)
    }
  }

  /** Replays for as long as that takes: the stream stays open while the database is away. */
  const startReplay = (subscriber: Subscriber) => {
    replay(subscriber).catch(async (error: unknown) => {
      log.error(error, hubName)
      if (!isUnavailable(error)) return disconnect(subscriber)
      await waitForNextRead()
      startReplay(subscriber)
    })
  }

  const sendKeepAlive = () => {
    forEachCaughtUp(({ response }) => writeFrame(response, keepAliveFrame)).catch(
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
/** Returns the resource that an event is about. */
const subjectOf = ({ topic }: HubEvent): Iri => topic.replace(/\?draft=1$/, '')
/** True for the message of a deletion, which contains only the resource's IRI. */
const isDeletion = (event: HubEvent) => event.data === JSON.stringify({ '@id': subjectOf(event) })
const isRestricted = ({ audience }: HubEvent) => audience !== 'public'
/** A failed connection is closed, which is handled there. */
const ignore = () => {}
/** Subscribers that are written to before the event loop gets a turn. */
const batchSize = 1_000
/** Cached batches of messages, each about as long as the unread limit. */
const maxCachedAnswers = 20
