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
  session: string | null
  /** The audience that the subscriber belongs to. */
  reader: Audience
  lastEventId: string | null
}

interface Subscriber extends Omit<Subscription, 'lastEventId'> {
  response: ServerResponse
  /** The last event id it sent, until that has been looked up. */
  since: string | null
  /** Row id of the last event that it was sent, or that was skipped for it. */
  at: number
  /** Row id of the newest event when it connected. Older events are sent with today's content. */
  cameAt: number
}

interface HubOptions {
  events: EventLog
  sessions: Pick<Sessions, 'accountsOf'>
  /**
   * Returns messages about several resources with today's content; those that the audience may not know of are left
   * out.
   */
  messagesToday: (iris: readonly Iri[], reader: Audience) => Promise<ReadonlyMap<Iri, string>>
  log: Log
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  keepAlive: 40_000,
  /** Bytes that may be unread before a subscriber lags and is served from the table. */
  unread: 256 * 1024,
  /** Milliseconds that they may be unread before the subscriber is disconnected. */
  patience: 30_000,
  /** Milliseconds before the database is queried again after an error. */
  pause: 1_000,
}

export const createHub = (options: HubOptions) => {
  const { events, sessions, messagesToday, log, limits: given } = options
  const limits = { ...defaultLimits, ...given }
  /** Subscribers that have every event up to `last` and get the next one directly. */
  const present = new Set<Subscriber>()
  const everybody = new Set<Subscriber>()
  const listeners = new Set<(event: HubEvent) => void>()
  let last: { id: number; uuid: string | null } = { id: 0, uuid: null }
  let isWanted = false
  let isReading = false
  let isOver = false
  let again: NodeJS.Timeout | undefined

  const forget = (subscriber: Subscriber) => {
    everybody.delete(subscriber)
    present.delete(subscriber)
  }

  const cutOff = (subscriber: Subscriber) => {
    forget(subscriber)
    subscriber.response.destroy()
  }

  const mayHear = ({ topics, reader }: Subscriber, event: HubEvent) =>
    includes(event.audience, reader) && topics.want(event.topic)

  /** Sends the events that a subscriber has not had yet. */
  const send = (subscriber: Subscriber, told: readonly HubEvent[]) => {
    const wanted = told.filter((event) => event.id > subscriber.at && mayHear(subscriber, event))
    subscriber.at = Math.max(subscriber.at, told.at(-1)?.id ?? 0)
    if (wanted.length) writeFrame(subscriber.response, frameEvents(wanted))
  }

  /**
   * Cached messages about past events, valid until there is a new event: many clients reconnect at once, with the same
   * id.
   */
  const answered = new Map<string, ReturnType<typeof messagesToday>>()
  let answeredAt = 0

  const askToday = (past: readonly HubEvent[], reader: Audience) => {
    if (answeredAt !== last.id || answered.size >= mostAnswers) answered.clear()
    answeredAt = last.id
    const key = `${reader} ${past[0]?.id} ${past.at(-1)?.id}`
    const known = answered.get(key)
    if (known) return known
    const answer = messagesToday([...new Set(past.map(subjectOf))], reader)
    answered.set(key, answer)
    answer.catch(() => answered.delete(key))
    return answer
  }

  /**
   * Replaces the content of events from before a subscriber connected by today's: what has been hidden since, the
   * resource itself or one it refers to, is not sent. Deletions are.
   */
  const asOfToday = async ({ reader, cameAt }: Subscriber, told: readonly HubEvent[]) => {
    const isPast = (event: HubEvent) =>
      event.id <= cameAt && includes(event.audience, reader) && !isFarewell(event)
    const past = told.filter(isPast)
    if (reader === 'editor' || !past.length) return told
    const today = await askToday(past, reader)
    return told.flatMap((event) => {
      if (!isPast(event)) return event
      const data = today.get(subjectOf(event))
      return data === undefined ? [] : { ...event, data }
    })
  }

  /** Disconnects subscribers whose session has ended or whose role has changed, in this process or another. */
  const cutOffFormer = async (among: Iterable<Subscriber>) => {
    const signedIn = [...among].filter(({ session }) => session)
    const hashes = [...new Set(signedIn.map(({ session }) => session!))]
    const accounts = await sessions.accountsOf(hashes)
    for (const subscriber of signedIn) {
      const account = accounts.get(subscriber.session!)
      if (!account || audienceOf(viewerOf(account)) !== subscriber.reader) cutOff(subscriber)
    }
  }

  /**
   * Calls `act` for every caught-up subscriber, in batches with a pause for other requests. `finish` is called
   * synchronously after the last, so that nobody joins unnoticed in between.
   */
  const forEachPresent = async (act: (subscriber: Subscriber) => void, finish = ignore) => {
    let count = 0
    for (const subscriber of present) {
      act(subscriber)
      count += 1
      if (count % atOnce === 0) await setImmediate()
    }
    finish()
  }

  /**
   * Returns the frames of a batch of events for a subscriber; made once for all that have the same topics and audience.
   */
  const createParcels = (told: readonly HubEvent[]) => {
    const parcels = new Map<string, SseFrame | null>()
    return (subscriber: Subscriber) => {
      const key = `${subscriber.reader} ${subscriber.topics.key}`
      const known = parcels.get(key)
      if (known !== undefined) return known
      const wanted = told.filter((event) => mayHear(subscriber, event))
      const parcel = wanted.length ? frameEvents(wanted) : null
      parcels.set(key, parcel)
      return parcel
    }
  }

  const passOn = async () => {
    for (;;) {
      const told = await events.after(last.id)
      const newest = told.at(-1)
      if (!newest) return
      for (const event of told) for (const listener of listeners) listener(event)
      if (told.some(isForSome)) await cutOffFormer(present)
      const parcelFor = createParcels(told)
      const pass = (subscriber: Subscriber) => {
        // A subscriber that has just caught up may have had some of these events.
        if (subscriber.at !== last.id) return send(subscriber, told)
        subscriber.at = newest.id
        const parcel = parcelFor(subscriber)
        if (!parcel) return
        writeFrame(subscriber.response, parcel)
        if (subscriber.response.writableLength > limits.unread) fallBehind(subscriber)
      }
      await forEachPresent(pass, () => (last = newest))
    }
  }

  /** Reads new events and publishes them. A call while it runs makes it read once more. */
  const wake = async () => {
    isWanted = true
    if (isReading) return
    isReading = true
    clearTimeout(again)
    try {
      while (isWanted) {
        isWanted = false
        await passOn()
      }
      hasRead()
    } catch (error) {
      log.error(error, hubName)
      isWanted = true
      lookLater()
    } finally {
      isReading = false
    }
  }
  /** Starts `readNewEvents`, which logs its own errors and retries. */
  const look = () => {
    wake().catch(() => {})
  }

  const lookLater = () => {
    clearTimeout(again)
    if (!isOver) again = globalThis.setTimeout(look, limits.pause)
  }

  /**
   * Subscribers whose replay failed wait until any read has succeeded, so that only one queries a database that may
   * still be down.
   */
  let waiting: (() => void)[] = []
  const hasRead = () => {
    const woken = waiting
    waiting = []
    for (const goOn of woken) goOn()
  }
  const nextRead = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) lookLater()
    })

  const fallBehind = (subscriber: Subscriber) => {
    present.delete(subscriber)
    begin(subscriber)
  }

  /**
   * Sends events from the table until none is missing, then adds the subscriber to the caught-up ones. There is no
   * await between the comparison and that.
   */
  const catchUp = async (subscriber: Subscriber) => {
    while (everybody.has(subscriber)) {
      if (!(await waitForDrain(subscriber.response, limits.patience))) return cutOff(subscriber)
      if (subscriber.since !== null) {
        subscriber.at = (await events.idOf(subscriber.since)) ?? subscriber.at
        subscriber.since = null
      }
      if (subscriber.at >= last.id) return void present.add(subscriber)
      // Limited, since many subscribers may be slow.
      const told = await events.batchAfter(subscriber.at, limits.unread)
      if (told.some(isForSome)) await cutOffFormer([subscriber])
      const heard = await asOfToday(subscriber, told)
      if (!everybody.has(subscriber)) return
      send(subscriber, heard)
      subscriber.at = Math.max(subscriber.at, told.at(-1)?.id ?? last.id)
    }
  }

  /** Replays for as long as that takes: the stream stays open while the database is away. */
  const begin = (subscriber: Subscriber) => {
    catchUp(subscriber).catch(async (error: unknown) => {
      log.error(error, hubName)
      if (!isUnavailable(error)) return cutOff(subscriber)
      await nextRead()
      begin(subscriber)
    })
  }

  const sendKeepAlive = () => {
    forEachPresent(({ response }) => writeFrame(response, keepAliveFrame)).catch((error: unknown) =>
      log.error(error, hubName),
    )
  }
  const keepAlive = setInterval(sendKeepAlive, limits.keepAlive).unref()

  return {
    wake: look,

    /** Starts at the newest event: only what is committed from now on is published. */
    start: async () => {
      last = (await events.newest()) ?? last
    },

    /** Writes to a response until either side closes it. */
    subscribe({ lastEventId, ...subscription }: Subscription, response: ServerResponse) {
      const subscriber = {
        ...subscription,
        response,
        since: lastEventId,
        at: last.id,
        cameAt: last.id,
      }
      everybody.add(subscriber)
      response.on('error', ignore)
      response.on('close', () => forget(subscriber))
      sendHeaders(response)
      begin(subscriber)
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

    subscriberCount: () => everybody.size,

    close() {
      isOver = true
      clearInterval(keepAlive)
      clearTimeout(again)
      for (const { response } of everybody) response.end()
    },
  }
}

export type Hub = ReturnType<typeof createHub>

const hubName = 'hub'
/** Returns the resource that an event is about. */
const subjectOf = ({ topic }: HubEvent): Iri => topic.replace(/\?draft=1$/, '')
/** True for the message of a deletion, which contains only the resource's IRI. */
const isFarewell = (event: HubEvent) => event.data === JSON.stringify({ '@id': subjectOf(event) })
const isForSome = ({ audience }: HubEvent) => audience !== 'public'
/** A failed connection is closed, which is handled there. */
const ignore = () => {}
/** Subscribers that are written to before the event loop gets a turn. */
const atOnce = 1_000
/** Cached batches of messages, each about as long as the unread limit. */
const mostAnswers = 20
