/** Caches prefetched pages apart from the resource cache until they are visited, expire or may have changed. */
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { ActorSystem } from './services.ts'

/** Milliseconds until a prefetched page expires. */
const maxAge = 300_000

const keyOf = ({ path, search }: Location) => path + search

/** @internal Exported for tests. */
export const createPrefetchCache = (now: () => number = Date.now) => {
  const pages = new Map<string, { payload: PagePayload; expiresAt: number }>()
  const isFresh = (key: string) => (pages.get(key)?.expiresAt ?? 0) > now()
  return {
    has: (location: Location) => isFresh(keyOf(location)),
    put: (location: Location, payload: PagePayload) =>
      void pages.set(keyOf(location), { payload, expiresAt: now() + maxAge }),
    /** Returns a page once and removes it, so that a second visit fetches it again. */
    take: (location: Location) => {
      const key = keyOf(location)
      const payload = isFresh(key) ? pages.get(key)!.payload : null
      pages.delete(key)
      return payload
    },
    /** Deletes the pages that may have changed with a resource. */
    deleteAffected: (iri: Iri) => {
      for (const [key, { payload }] of pages) if (isAffectedBy(payload, iri)) pages.delete(key)
    },
    clear: () => pages.clear(),
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
