/**
 * In-memory cache of responses that are the same for every visitor, cleared when any process changes
 * anything. Responses for signed-in readers do not belong here.
 * Not lru-cache, because every request passes through it and any change clears everything at once, so no entry is evicted.
 */
import type { Revision } from '../db/revision.ts'

export interface ResponseCacheOptions {
  /** Returns milliseconds since 1970. */
  clock: () => number
  /** Returns when the next scheduled draft is due, as ISO text. */
  nextDue: () => Promise<string | null>
  /** Changes whenever any process writes. */
  revision: Revision
}

/** Milliseconds: some responses depend on the time by more than due drafts, such as aliases that expire. */
const lifetime = 1000
/** The maximum size in characters. */
const maxSize = 16_000_000

interface CacheEntry {
  value: unknown
  size: number
  expiresAt: number
}

type SizeOf<Value> = (value: Value) => number

/** Creates a map of limited size, whose entries expire. A map iterates in insertion order, so the oldest are evicted first. */
const createEntries = (clock: () => number) => {
  const entries = new Map<string, CacheEntry>()
  let usedSize = 0

  const remove = (key: string) => {
    usedSize -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  const evict = () => {
    for (const [key, { expiresAt }] of entries) {
      if (usedSize <= maxSize && expiresAt > clock()) return
      remove(key)
    }
  }

  return {
    getFresh: (key: string) => {
      const entry = entries.get(key)
      return entry && clock() < entry.expiresAt ? entry : undefined
    },

    store: (key: string, value: unknown, size: number, dueAt: string | null) => {
      const expiresAt = Math.min(clock() + lifetime, dueAt ? Date.parse(dueAt) : Infinity)
      remove(key)
      entries.set(key, { value, size, expiresAt })
      usedSize += size
      evict()
    },

    clear: () => {
      usedSize = 0
      entries.clear()
    },
  }
}

/** Returns a function that reads the next due date once, until `forget` is called or reading fails. */
const createNextDue = (read: () => Promise<string | null>) => {
  let promise: Promise<string | null> | null = null
  const forget = () => {
    promise = null
  }
  const nextDue = () =>
    (promise ??= read().catch((reason: unknown) => {
      forget()
      throw reason
    }))
  return { nextDue, forget }
}

/** Creates the cache of visitors' responses. */
export const createResponseCache = ({ clock, nextDue, revision }: ResponseCacheOptions) => {
  const entries = createEntries(clock)
  const due = createNextDue(nextDue)
  /** Loads in progress since the last change; concurrent requests for the same key share one. */
  const pending = new Map<string, Promise<unknown>>()
  let generation = 0
  let knownRevision: number | undefined

  const clear = () => {
    generation += 1
    due.forget()
    entries.clear()
    pending.clear()
  }

  /**
   * Clears the cache if the revision changed. Revisions are read in order, so an older one never arrives
   * late.
   */
  const clearIfChanged = (current: number) => {
    if (current === knownRevision) return
    knownRevision = current
    clear()
  }
  /**
   * Clears the cache if anything has changed. Call it for each request, and await the result if it is a
   * promise.
   */
  const revalidate = () => {
    const current = revision()
    return typeof current === 'number' ? clearIfChanged(current) : current.then(clearIfChanged)
  }

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

    async getOrLoad<Value>(key: string, read: () => Promise<Value>, sizeOf: SizeOf<Value>) {
      await revalidate()
      const cached = entries.getFresh(key)
      if (cached) return cached.value as Value
      const pendingLoad = pending.get(key)
      if (pendingLoad) return pendingLoad as Promise<Value>
      const promise = load(key, read, sizeOf).finally(() => {
        if (pending.get(key) === promise) pending.delete(key)
      })
      pending.set(key, promise)
      return promise
    },
  }
}
