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

export const createResponseCache = ({ clock, nextDue, revision }: ResponseCacheOptions) => {
  const entries = new Map<string, CacheEntry>()
  /** Loads in progress since the last change; concurrent requests for the same key share one. */
  const pending = new Map<string, Promise<unknown>>()
  let generation = 0
  let usedSize = 0
  let nextDuePromise: Promise<string | null> | null = null
  let knownRevision: number | undefined

  const clear = () => {
    generation += 1
    usedSize = 0
    nextDuePromise = null
    entries.clear()
    pending.clear()
  }

  const remove = (key: string) => {
    usedSize -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  /** A map iterates in insertion order, so the oldest entries are evicted first. */
  const evict = () => {
    for (const [key, { expiresAt }] of entries) {
      if (usedSize <= maxSize && expiresAt > clock()) return
      remove(key)
    }
  }

  const store = (key: string, value: unknown, size: number, dueAt: string | null) => {
    const expiresAt = Math.min(clock() + lifetime, dueAt ? Date.parse(dueAt) : Infinity)
    remove(key)
    entries.set(key, { value, size, expiresAt })
    usedSize += size
    evict()
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

  const getFresh = (key: string) => {
    const entry = entries.get(key)
    return entry && clock() < entry.expiresAt ? entry : undefined
  }

  return {
    clear,
    revalidate,

    /** Returns a cached value, or undefined. Only valid right after `revalidate`. */
    get: (key: string) => getFresh(key)?.value,

    async getOrLoad<Value>(
      key: string,
      load: () => Promise<Value>,
      sizeOf: (value: Value) => number,
    ) {
      await revalidate()
      const cached = getFresh(key)
      if (cached) return cached.value as Value
      const pendingLoad = pending.get(key)
      if (pendingLoad) return pendingLoad as Promise<Value>
      const startGeneration = generation
      const loadAndStore = async () => {
        nextDuePromise ??= nextDue().catch((reason: unknown) => {
          nextDuePromise = null
          throw reason
        })
        const [dueAt, value] = [await nextDuePromise, await load()]
        // A change in between may or may not be included, so the result is not stored.
        if (startGeneration === generation) store(key, value, sizeOf(value), dueAt)
        return value
      }
      const promise = loadAndStore().finally(() => {
        if (pending.get(key) === promise) pending.delete(key)
      })
      pending.set(key, promise)
      return promise
    },
  }
}
