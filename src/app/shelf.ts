/** Pages that were read before anybody wanted them, until somebody does, or until they might have changed. */
import type { Iri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import type { System } from './services.ts'

/** Who looks at one page for longer than this reads the next one anew. */
const lifetime = 300_000

const nameOf = ({ path, search }: Location) => path + search

export const createShelf = (now: () => number = Date.now) => {
  const pages = new Map<string, { payload: PagePayload; until: number }>()
  const isFresh = (name: string) => (pages.get(name)?.until ?? 0) > now()
  return {
    has: (location: Location) => isFresh(nameOf(location)),
    put: (location: Location, payload: PagePayload) =>
      void pages.set(nameOf(location), { payload, until: now() + lifetime }),
    /** Given once: who comes again wants to see what has become of it. */
    take: (location: Location) => {
      const name = nameOf(location)
      const payload = isFresh(name) ? pages.get(name)!.payload : null
      pages.delete(name)
      return payload
    },
    dropChanged: (iri: Iri) => {
      for (const [name, { payload }] of pages) if (concerns(payload, iri)) pages.delete(name)
    },
    clear: () => pages.clear(),
  }
}

/** What is new may belong to any list. */
const concerns = ({ entries }: PagePayload, iri: Iri) =>
  entries.some(
    ({ resource }) =>
      resource['@type'] === 'Collection' || JSON.stringify(resource).includes(`"${iri}"`),
  )

const shelves = new WeakMap<System, ReturnType<typeof createShelf>>()

/** The one of all actors under one root. */
export const shelfOf = (system: System) => {
  const known = shelves.get(system)
  if (known) return known
  const shelf = createShelf()
  shelves.set(system, shelf)
  return shelf
}
