/**
 * Live updates as server-sent events, in the manner of Mercure (api, section 7). What is sent is read from the event
 * table, where every write has put it in its own transaction: a crash loses nothing, and whoever comes back with the
 * id of what they heard last hears everything since.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { viewerOf } from './accounts.ts'
import { isEditor } from './env.ts'
import type { Log } from './log.ts'
import type { Sessions } from './sessions.ts'
import type { EventLog, Told } from './store/event-log.ts'

export interface Subscription {
  wants: (topic: string) => boolean
  /** Whose session it is, for those who may see drafts. */
  session: string | null
  lastEventId: string | null
}

interface Subscriber extends Omit<Subscription, 'lastEventId'> {
  response: ServerResponse
  /** The id of the last event it has been sent, or has been spared. */
  at: number
}

interface HubOptions {
  events: EventLog
  sessions: Pick<Sessions, 'accountsOf'>
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

export const createHub = ({ events, sessions, log, limits: given }: HubOptions) => {
  const limits = { ...defaultLimits, ...given }
  /** Those who have heard everything up to `last` and hear the next at once. */
  const present = new Set<Subscriber>()
  const everybody = new Set<Subscriber>()
  const listeners = new Set<(event: Told) => void>()
  let last: { id: number; uuid: string | null } = { id: 0, uuid: null }
  let isWanted = false
  let isReading = false
  let again: NodeJS.Timeout | undefined

  const forget = (subscriber: Subscriber) => {
    everybody.delete(subscriber)
    present.delete(subscriber)
  }

  const cutOff = (subscriber: Subscriber) => {
    forget(subscriber)
    subscriber.response.destroy()
  }

  const send = (subscriber: Subscriber, event: Told, frame: Buffer) => {
    if (event.id <= subscriber.at) return
    subscriber.at = event.id
    if (event.private && !subscriber.session) return
    if (subscriber.wants(event.topic)) subscriber.response.write(frame)
  }

  /** Sessions end, in this process and in others: nobody is shown a draft on the strength of one that has. */
  const cutOffFormerEditors = async (among: Iterable<Subscriber>) => {
    const editors = [...among].filter(({ session }) => session)
    const hashes = [...new Set(editors.map(({ session }) => session!))]
    const accounts = await sessions.accountsOf(hashes)
    for (const editor of editors) {
      const account = accounts.get(editor.session!)
      if (!account || !isEditor(viewerOf(account))) cutOff(editor)
    }
  }

  const passOn = async () => {
    for (;;) {
      const told = await events.after(last.id)
      if (!told.length) return
      if (told.some((event) => event.private)) await cutOffFormerEditors(present)
      for (const event of told) {
        last = event
        const frame = frameOf(event)
        for (const subscriber of present) send(subscriber, event, frame)
        for (const listener of listeners) listener(event)
      }
      for (const subscriber of present) {
        if (subscriber.response.writableLength > limits.unread) void fallBehind(subscriber)
      }
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
    } catch (error) {
      log.trouble(error, hubName)
      again = globalThis.setTimeout(wake, limits.pause)
    } finally {
      isReading = false
    }
  }

  const fallBehind = async (subscriber: Subscriber) => {
    present.delete(subscriber)
    await catchUp(subscriber)
  }

  /** Sends from the table until nothing is missing, then joins the others: from the comparison to that nothing is awaited. */
  const catchUp = async (subscriber: Subscriber) => {
    try {
      while (everybody.has(subscriber)) {
        if (!(await drained(subscriber.response, limits.patience))) return cutOff(subscriber)
        if (subscriber.at >= last.id) return void present.add(subscriber)
        const told = await events.after(subscriber.at)
        if (told.some((event) => event.private)) await cutOffFormerEditors([subscriber])
        if (!everybody.has(subscriber)) return
        for (const event of told) send(subscriber, event, frameOf(event))
        if (!told.length) subscriber.at = last.id
      }
    } catch (error) {
      log.trouble(error, hubName)
      cutOff(subscriber)
    }
  }

  const keepAlive = setInterval(() => {
    for (const { response } of present) response.write(comment)
  }, limits.keepAlive).unref()

  return {
    wake: () => void wake(),

    /** From here on what is committed is passed on; what was there before is history. */
    start: async () => {
      last = (await events.newest()) ?? last
    },

    /** Takes over a response until either side closes it. */
    async subscribe({ lastEventId, ...subscription }: Subscription, response: ServerResponse) {
      const known = lastEventId === null ? null : await events.idOf(lastEventId)
      const subscriber = { ...subscription, response, at: known ?? last.id }
      everybody.add(subscriber)
      response.on('error', ignore)
      response.on('close', () => forget(subscriber))
      response.write(comment)
      await catchUp(subscriber)
    },

    /** The newest event that everybody present has been sent: to be asked before a page is read, and resumed from. */
    lastEventId: () => last.uuid && idOf(last.uuid),

    /** Called with every event, whichever process wrote it. */
    onEvent: (listener: (event: Told) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    size: () => everybody.size,

    close() {
      clearInterval(keepAlive)
      clearTimeout(again)
      for (const { response } of everybody) response.end()
    },
  }
}

export type Hub = ReturnType<typeof createHub>

const hubName = 'hub'
/** A line that breaks is closed, and that is heard. */
const ignore = () => {}
const comment = Buffer.from(':\n')
const scheme = 'urn:uuid:'
const idOf = (uuid: string) => scheme + uuid

const frameOf = ({ uuid, data }: Told) => Buffer.from(`id: ${idOf(uuid)}\ndata: ${data}\n\n`)

/** Until the reader has read, or is gone; false where that takes too long. */
const drained = async (response: ServerResponse, patience: number) => {
  if (!response.writableNeedDrain) return true
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await Promise.race([
      once(response, 'drain', { signal }).then(() => true),
      once(response, 'close', { signal }).then(() => true),
      setTimeout(patience, false, { signal, ref: false }),
    ])
  } finally {
    settled.abort()
  }
}
