/**
 * Live updates as server-sent events, in the manner of Mercure (api, section 7). What is sent is read from the event
 * table, where every write has put it in its own transaction: a crash loses nothing, and whoever comes back with the
 * id of what they heard last hears everything since.
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
  /** Whose session it is, for those who have signed in. */
  session: string | null
  /** Which readers that makes them one of. */
  reader: Audience
  lastEventId: string | null
}

interface Subscriber extends Omit<Subscription, 'lastEventId'> {
  response: ServerResponse
  /** What it said it had heard last, until that has been looked up. */
  since: string | null
  /** The id of the last event it has been sent, or has been spared. */
  at: number
  /** The id of the newest event that was there before it came: of what is older, it hears what it may read today. */
  cameAt: number
}

interface HubOptions {
  events: EventLog
  sessions: Pick<Sessions, 'accountsOf'>
  /** What a reader would be told of several resources as things are now; those it may not know of are left out. */
  messagesToday: (iris: readonly Iri[], reader: Audience) => Promise<ReadonlyMap<Iri, string>>
  log: Log
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  keepAlive: 40_000,
  /** Bytes that may lie unread before a subscriber is no longer served at once, but from the table. */
  unread: 256 * 1024,
  /** Milliseconds that they may lie unread before it is cut off. */
  patience: 30_000,
  /** Before the database is asked again after it failed. */
  pause: 1_000,
}

export const createHub = (options: HubOptions) => {
  const { events, sessions, messagesToday, log, limits: given } = options
  const limits = { ...defaultLimits, ...given }
  /** Those who have heard everything up to `last` and hear the next at once. */
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

  /** All that is new, for one who has heard some of it. */
  const send = (subscriber: Subscriber, told: readonly HubEvent[]) => {
    const wanted = told.filter((event) => event.id > subscriber.at && mayHear(subscriber, event))
    subscriber.at = Math.max(subscriber.at, told.at(-1)?.id ?? 0)
    if (wanted.length) writeFrame(subscriber.response, frameEvents(wanted))
  }

  /** Answers about the past that hold until something new is told: many come back at once, with the same id. */
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
   * What was told before a reader came is told to it with today's content: what has been hidden since, of the resource or
   * of what it names, is not told again. That something was deleted is.
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

  /** Sessions end and roles change, in this process and in others: nobody hears more than they still may. */
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
   * Everybody present, a few at a time: others want to be served in between. `finish` follows the last of them at once,
   * so that nobody joins them unseen.
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

  /** What is made once for all who ask for the same and may hear the same. */
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
        // Whoever has just caught up may have heard some of it.
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

  /** Reads what is new and passes it on; called meanwhile, it looks once more. */
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
  /** The table is read, whatever comes of it: `wake` tells the log what went wrong, and tries again. */
  const look = () => {
    wake().catch(() => {})
  }

  const lookLater = () => {
    clearTimeout(again)
    if (!isOver) again = globalThis.setTimeout(look, limits.pause)
  }

  /** Those whose own reading failed wait until somebody's has succeeded: a database is asked by one that it is back. */
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

  /** Sends from the table until nothing is missing, then joins the others: from the comparison to that nothing is awaited. */
  const catchUp = async (subscriber: Subscriber) => {
    while (everybody.has(subscriber)) {
      if (!(await waitForDrain(subscriber.response, limits.patience))) return cutOff(subscriber)
      if (subscriber.since !== null) {
        subscriber.at = (await events.idOf(subscriber.since)) ?? subscriber.at
        subscriber.since = null
      }
      if (subscriber.at >= last.id) return void present.add(subscriber)
      // No more than may lie unread: there may be many who are slow.
      const told = await events.batchAfter(subscriber.at, limits.unread)
      if (told.some(isForSome)) await cutOffFormer([subscriber])
      const heard = await asOfToday(subscriber, told)
      if (!everybody.has(subscriber)) return
      send(subscriber, heard)
      subscriber.at = Math.max(subscriber.at, told.at(-1)?.id ?? last.id)
    }
  }

  /** Catches up however long that takes: while the database is away its stream stays open. */
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

    /** From here on what is committed is passed on; what was there before is history. */
    start: async () => {
      last = (await events.newest()) ?? last
    },

    /** Takes over a response until either side closes it. */
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

    /** The newest event that everybody present has been sent: to be asked before a page is read, and resumed from. */
    lastEventId: () => last.uuid && eventIdOf(last.uuid),

    /** Called with every event, whichever process wrote it. */
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
/** The resource that an event is about. */
const subjectOf = ({ topic }: HubEvent): Iri => topic.replace(/\?draft=1$/, '')
/** Of what was deleted nothing is told but that. */
const isFarewell = (event: HubEvent) => event.data === JSON.stringify({ '@id': subjectOf(event) })
const isForSome = ({ audience }: HubEvent) => audience !== 'public'
/** A line that breaks is closed, and that is heard. */
const ignore = () => {}
/** How many are sent something before the event loop turns to others. */
const atOnce = 1_000
/** How many answers about the past are kept, each about as long as what may lie unread. */
const mostAnswers = 20
