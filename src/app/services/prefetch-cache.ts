/** Caches prefetched pages apart from the resource cache until they are visited, expire or may have changed. */
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { ActorSystem } from './services.ts'

/** Milliseconds until a prefetched page expires. */
const maxAge = 300_000

const keyOf = ({ path, search }: Location) => path + search

interface Prefetch {
  /** Resolves with null where there is no page or it cannot be fetched. */
  payload: Promise<PagePayload | null>
  /** The payload once it is fetched. */
  fetched?: PagePayload
  /** Aborts the request while it is pending. */
  abort: () => void
  expiresAt: number
}

type ReadPayload = (signal: AbortSignal) => Promise<PagePayload | null>

const startPrefetch = (read: ReadPayload, expiresAt: number): Prefetch => {
  const controller = new AbortController()
  return {
    payload: read(controller.signal).then(
      (payload) => (payload?.page ? payload : null),
      () => null,
    ),
    abort: () => controller.abort(),
    expiresAt,
  }
}

/** Aborts and removes the prefetches that match. */
const evict = (prefetches: Map<string, Prefetch>, matches: (prefetch: Prefetch) => boolean) => {
  for (const [key, prefetch] of [...prefetches]) {
    if (!matches(prefetch)) continue
    prefetch.abort()
    prefetches.delete(key)
  }
}

/** @internal Exported for tests. */
export const createPrefetchCache = (now: () => number = Date.now) => {
  const prefetches = new Map<string, Prefetch>()
  const isFresh = (key: string) => (prefetches.get(key)?.expiresAt ?? 0) > now()
  return {
    /** Returns whether a page is cached or being fetched. */
    has: (location: Location) => isFresh(keyOf(location)),
    /**
     * Fetches a page and caches it, unless it is evicted meanwhile. Never rejects: where a page cannot be fetched in
     * advance, its visit fetches it again and shows why.
     */
    prefetch: async (location: Location, read: ReadPayload) => {
      const key = keyOf(location)
      const prefetch = startPrefetch(read, now() + maxAge)
      prefetches.set(key, prefetch)
      const payload = await prefetch.payload
      if (payload) prefetch.fetched = payload
      else if (prefetches.get(key) === prefetch) prefetches.delete(key)
    },
    /**
     * Returns a page once and removes it, so that a second visit fetches it again. A page that is being fetched is
     * waited for, since a request of its own would take longer.
     */
    take: (location: Location) => {
      const key = keyOf(location)
      const payload = isFresh(key) ? prefetches.get(key)!.payload : null
      prefetches.delete(key)
      return payload
    },
    /** Evicts the pages that may have changed with a resource, and those that are being fetched. */
    deleteAffected: (iri: Iri) =>
      evict(prefetches, ({ fetched }) => !fetched || isAffectedBy(fetched, iri)),
    clear: () => evict(prefetches, () => true),
  }
}

/** Returns whether a page contains or references a resource; pages with a collection are affected by every change. */
const isAffectedBy = ({ entries }: PagePayload, iri: Iri) =>
  entries.some(
    ({ resource }) =>
      resource['@type'] === 'Collection' || JSON.stringify(resource).includes(`"${iri}"`),
  )

const prefetchCaches = new WeakMap<ActorSystem, ReturnType<typeof createPrefetchCache>>()

/** Returns the prefetch cache of an actor system. */
export const prefetchCacheOf = (system: ActorSystem) => {
  const existing = prefetchCaches.get(system)
  if (existing) return existing
  const created = createPrefetchCache()
  prefetchCaches.set(system, created)
  return created
}
