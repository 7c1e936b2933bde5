/** Pages that were read before anybody wanted them, until somebody does, or until they might have changed. */
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { ActorSystem } from './services.ts'

/** Who looks at one page for longer than this reads the next one anew. */
const maxAge = 300_000

const keyOf = ({ path, search }: Location) => path + search

export const createPrefetchCache = (now: () => number = Date.now) => {
  const pages = new Map<string, { payload: PagePayload; expiresAt: number }>()
  const isFresh = (key: string) => (pages.get(key)?.expiresAt ?? 0) > now()
  return {
    has: (location: Location) => isFresh(keyOf(location)),
    put: (location: Location, payload: PagePayload) =>
      void pages.set(keyOf(location), { payload, expiresAt: now() + maxAge }),
    /** Given once: who comes again wants to see what has become of it. */
    take: (location: Location) => {
      const name = keyOf(location)
      const payload = isFresh(name) ? pages.get(name)!.payload : null
      pages.delete(name)
      return payload
    },
    deleteAffected: (iri: Iri) => {
      for (const [name, { payload }] of pages) if (isAffectedBy(payload, iri)) pages.delete(name)
    },
    clear: () => pages.clear(),
  }
}

/** What is new may belong to any list. */
const isAffectedBy = ({ entries }: PagePayload, iri: Iri) =>
  entries.some(
    ({ resource }) =>
      resource['@type'] === 'Collection' || JSON.stringify(resource).includes(`"${iri}"`),
  )

const prefetchCaches = new WeakMap<ActorSystem, ReturnType<typeof createPrefetchCache>>()

/** The one of all actors under one root. */
export const prefetchCacheOf = (system: ActorSystem) => {
  const existing = prefetchCaches.get(system)
  if (existing) return existing
  const created = createPrefetchCache()
  prefetchCaches.set(system, created)
  return created
}
