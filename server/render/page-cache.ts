/**
 * The page cache: rendered pages for visitors, kept until something they depend on changes. The dependencies of a page
 * are recorded while it is rendered. A change removes the pages that depend on it before its write is answered; changes
 * of other processes arrive with the hub's events. lru-cache would keep the order of the map, and nothing of the rest.
 */
import { type Iri, collectionIri } from '#content/model/iri.ts'
import { ANY_RESOURCE } from '../store/graph/track-reads.ts'
import { type PrecomputedResponse, memorySizeOf } from './precomputed-response.ts'

/** Notifies of content changes, and knows the next scheduled one. */
export interface ContentChanges {
  subscribe: (changeCount: (iris: readonly Iri[]) => void) => void
  /** Checks for changes of other processes that were not announced. */
  poll: () => void
  /** When the next scheduled draft is due, as an ISO timestamp; null when there is none. */
  nextDue: () => Promise<string | null>
}

interface PageCacheOptions {
  changes: ContentChanges
  /** In bytes. */
  maxBytes: number
  /** Milliseconds since 1970. */
  clock: () => number
}

interface CacheableResponse {
  response: PrecomputedResponse
  isCacheable: boolean
}

interface CacheEntry {
  response: PrecomputedResponse
  dependencies: ReadonlySet<Iri>
  size: number
  /** In milliseconds since 1970. */
  expiresAt: number
  /** Number of changes that had happened when it was rendered. */
  changeCount: number
}

interface PendingRender {
  response: Promise<PrecomputedResponse>
  /** Resources that have changed since it was started. */
  changedIris: Set<Iri>
}

/** A page contains the last event id at its rendering; a browser requests all later events from the hub. */
const maxMissedChanges = 50
/** How often changes of other processes are checked for, should their notification not arrive; in milliseconds. */
const pollInterval = 1_000

export const createPageCache = ({ changes, maxBytes, clock }: PageCacheOptions) => {
  /** Least recently used first. */
  const entries = new Map<string, CacheEntry>()
  const keysByIri = new Map<Iri, Set<string>>()
  /** Renders started since the last change: further requests for the same page wait for them. */
  const joinable = new Map<string, PendingRender>()
  const pendingRenders = new Set<PendingRender>()
  let size = 0
  let changesSeen = 0
  let polledAt = clock()
  let nextDuePromise: Promise<number> | null = null

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    size -= entry.size
    for (const iri of entry.dependencies) {
      const keys = keysByIri.get(iri)
      keys?.delete(key)
      if (!keys?.size) keysByIri.delete(iri)
    }
  }

  const add = (key: string, entry: CacheEntry) => {
    remove(key)
    entries.set(key, entry)
    size += entry.size
    for (const iri of entry.dependencies) {
      const keys = keysByIri.get(iri)
      if (keys) keys.add(key)
      else keysByIri.set(iri, new Set([key]))
    }
    for (const oldest of entries.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
  }

  const invalidate = (iris: readonly Iri[]) => {
    if (!iris.length) return
    changesSeen += iris.length
    nextDuePromise = null
    joinable.clear()
    const changed = new Set([...iris, ...iris.map(collectionIri), ANY_RESOURCE])
    for (const iri of changed) {
      for (const key of keysByIri.get(iri) ?? []) remove(key)
      for (const flight of pendingRenders) flight.changedIris.add(iri)
    }
  }
  changes.subscribe(invalidate)

  const nextDue = () =>
    (nextDuePromise ??= changes.nextDue().then(
      (at) => (at === null ? Infinity : Date.parse(at)),
      // Unknown counts as now.
      () => {
        nextDuePromise = null
        return 0
      },
    ))

  const getFresh = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    const now = clock()
    if (now >= entry.expiresAt || changesSeen - entry.changeCount > maxMissedChanges) {
      remove(key)
      return undefined
    }
    if (now - polledAt >= pollInterval) {
      polledAt = now
      changes.poll()
    }
    entries.delete(key)
    entries.set(key, entry)
    return entry.response
  }

  const startRender = (key: string, make: (used: Set<Iri>) => Promise<CacheableResponse>) => {
    const dependencies = new Set<Iri>()
    const before = changesSeen
    const keep = async (response: PrecomputedResponse, changed: ReadonlySet<Iri>) => {
      const expiresAt = await nextDue()
      // A change during the rendering may or may not be included.
      if ([...changed].some((iri) => dependencies.has(iri)) || expiresAt <= clock()) return
      const weight =
        memorySizeOf(response) + [...dependencies].reduce((sum, iri) => sum + iri.length, 0)
      if (weight <= maxBytes)
        add(key, {
          response,
          dependencies,
          size: weight,
          expiresAt,
          changeCount: before,
        })
    }
    const fly = async () => {
      const { response, isCacheable } = await make(dependencies)
      if (isCacheable) await keep(response, flight.changedIris)
      return response
    }
    const flight: PendingRender = { changedIris: new Set(), response: Promise.resolve().then(fly) }
    pendingRenders.add(flight)
    joinable.set(key, flight)
    const land = () => {
      pendingRenders.delete(flight)
      if (joinable.get(key) === flight) joinable.delete(key)
    }
    flight.response.then(land, land)
    return flight.response
  }

  return {
    /** Returns the cached response for a key, or renders it: once for all concurrent requests. */
    get: (
      key: string,
      make: (used: Set<Iri>) => Promise<CacheableResponse>,
    ): PrecomputedResponse | Promise<PrecomputedResponse> =>
      getFresh(key) ?? joinable.get(key)?.response ?? startRender(key, make),
    /** Current size in bytes, at most `maxBytes`. */
    size: () => size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
