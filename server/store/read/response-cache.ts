/**
 * Caches in memory the responses that are the same for every visitor, cleared when any process changes
 * anything. Responses for signed-in viewers do not belong here.
 * A map is enough, and faster than a library such as lru-cache, since any change clears everything at once.
 */
import type { Revision } from '../db/revision.ts'
import { memoizeNextDue } from './next-due.ts'

export interface ResponseCacheOptions {
  /** Returns milliseconds since 1970. */
  clock: () => number
  /** Returns when the next scheduled draft is due, as ISO text. */
  nextDue: () => Promise<string | null>
  /** Changes whenever any process writes. */
  revision: Revision
}

/**
 * The time for which a response is kept, in milliseconds. It is short, because some responses depend on the time by
 * more than due drafts, such as by aliases that expire.
 */
const lifetime = 1000
/** The maximum size in characters. */
const maxSize = 16_000_000

interface CacheEntry {
  value: unknown
  size: number
  expiresAt: number
}

type SizeOf<Value> = (value: Value) => number

/** Creates a map that knows the total size of its entries. */
const createSizedMap = () => {
  const entries = new Map<string, CacheEntry>()
  let usedSize = 0

  const remove = (key: string) => {
    usedSize -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    get: (key: string) => entries.get(key),
    set: (key: string, entry: CacheEntry) => {
      remove(key)
      entries.set(key, entry)
      usedSize += entry.size
    },
    /** Removes what has expired or is too much. A map iterates in insertion order, so the oldest are evicted first. */
    evict: (now: number) => {
      for (const [key, { expiresAt }] of entries) {
        if (usedSize <= maxSize && expiresAt > now) return
        remove(key)
      }
    },
    clear: () => {
      usedSize = 0
      entries.clear()
    },
  }
}

/** Creates a map of limited size, whose entries expire. */
const createEntries = (clock: () => number) => {
  const entries = createSizedMap()
  return {
    getFresh: (key: string) => {
      const entry = entries.get(key)
      return entry && clock() < entry.expiresAt ? entry : undefined
    },

    store: (key: string, value: unknown, size: number, dueAt: string | null) => {
      const now = clock()
      const expiresAt = Math.min(now + lifetime, dueAt ? Date.parse(dueAt) : Infinity)
      entries.set(key, { value, size, expiresAt })
      entries.evict(now)
    },

    clear: entries.clear,
  }
}

/** The loads in progress; concurrent requests for the same key share one. */
const createSharedLoads = () => {
  const pending = new Map<string, Promise<unknown>>()
  return {
    share: <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
      const current = pending.get(key)
      if (current) return current as Promise<Value>
      const promise = load().finally(() => {
        if (pending.get(key) === promise) pending.delete(key)
      })
      pending.set(key, promise)
      return promise
    },
    clear: () => pending.clear(),
  }
}

/**
 * Returns a function that calls `clear` if the revision has changed since the last time; its result is a promise where
 * the revision is one. Revisions are read in order, so an older one never arrives late.
 */
const createRevalidate = (revision: Revision, clear: () => void) => {
  let knownRevision: number | undefined
  const clearIfChanged = (current: number) => {
    if (current === knownRevision) return
    knownRevision = current
    clear()
  }
  return () => {
    const current = revision()
    return typeof current === 'number' ? clearIfChanged(current) : current.then(clearIfChanged)
  }
}

/** Creates the cache of visitors' responses. */
export const createResponseCache = ({ clock, nextDue, revision }: ResponseCacheOptions) => {
  const entries = createEntries(clock)
  const due = memoizeNextDue(nextDue)
  const loads = createSharedLoads()
  let generation = 0

  const clear = () => {
    generation += 1
    due.forget()
    entries.clear()
    loads.clear()
  }

  /** Clears the cache if anything has changed. Call it for each request, and await the result if it is a promise. */
  const revalidate = createRevalidate(revision, clear)

  /** Loads a value, and stores it unless anything has changed meanwhile. */
  const load = async <Value>(key: string, read: () => Promise<Value>, sizeOf: SizeOf<Value>) => {
    const startGeneration = generation
    const [dueAt, value] = [await due.nextDue(), await read()]
    // A change in between may or may not be included, so the result is not stored.
    if (startGeneration === generation) entries.store(key, value, sizeOf(value), dueAt)
    return value
  }

  return {
    clear,
    revalidate,

    /** Returns a cached value, or undefined. Only valid right after `revalidate`. */
    get: (key: string) => entries.getFresh(key)?.value,

    /** Returns the cached value, or the result of `read`, which is cached with its size in characters. */
    async getOrLoad<Value>(key: string, read: () => Promise<Value>, sizeOf: SizeOf<Value>) {
      await revalidate()
      const cached = entries.getFresh(key)
      if (cached) return cached.value as Value
      return loads.share(key, () => load(key, read, sizeOf))
    },
  }
}
