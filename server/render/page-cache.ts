/**
 * The page cache: rendered pages for visitors, kept until something they depend on changes. The dependencies of a page
 * are recorded while it is rendered. A change removes the pages that depend on it before its write is answered; changes
 * of other processes arrive with the hub's events.
 */
import { type Iri, collectionIri } from '#content/model/iri.ts'
import { ANY_RESOURCE } from '../store/graph/track-reads.ts'
import { type PrecomputedResponse, memorySizeOf } from './precomputed-response.ts'

/** Notifies of content changes, and knows the next scheduled one. */
export interface ContentChanges {
  subscribe: (heard: (iris: readonly Iri[]) => void) => void
  /** Checks for changes of other processes that were not announced. */
  poll: () => void
  /** When the next scheduled draft is due, as an ISO timestamp; null when there is none. */
  nextDue: () => Promise<string | null>
}

interface CacheOptions {
  changes: ContentChanges
  /** In bytes. */
  room: number
  /** Milliseconds since 1970. */
  clock: () => number
}

interface Made {
  stored: PrecomputedResponse
  isKept: boolean
}

interface Entry {
  stored: PrecomputedResponse
  used: ReadonlySet<Iri>
  size: number
  /** In milliseconds since 1970. */
  until: number
  /** Number of changes that had happened when it was rendered. */
  heard: number
}

interface Flight {
  made: Promise<PrecomputedResponse>
  /** Resources that have changed since it was started. */
  changed: Set<Iri>
}

/** A page contains the last event id at its rendering; a browser requests all later events from the hub. */
const mostMissed = 50
/** How often changes of other processes are checked for, should their notification not arrive; in milliseconds. */
const patience = 1_000

export const createPageCache = ({ changes, room, clock }: CacheOptions) => {
  /** Least recently used first. */
  const entries = new Map<string, Entry>()
  const users = new Map<Iri, Set<string>>()
  /** Renders started since the last change: further requests for the same page wait for them. */
  const joinable = new Map<string, Flight>()
  const flights = new Set<Flight>()
  let size = 0
  let heard = 0
  let looked = clock()
  let due: Promise<number> | null = null

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    size -= entry.size
    for (const iri of entry.used) {
      const keys = users.get(iri)
      keys?.delete(key)
      if (!keys?.size) users.delete(iri)
    }
  }

  const add = (key: string, entry: Entry) => {
    remove(key)
    entries.set(key, entry)
    size += entry.size
    for (const iri of entry.used) {
      const keys = users.get(iri)
      if (keys) keys.add(key)
      else users.set(iri, new Set([key]))
    }
    for (const oldest of entries.keys()) {
      if (size <= room) break
      remove(oldest)
    }
  }

  const drop = (iris: readonly Iri[]) => {
    if (!iris.length) return
    heard += iris.length
    due = null
    joinable.clear()
    const changed = new Set([...iris, ...iris.map(collectionIri), ANY_RESOURCE])
    for (const iri of changed) {
      for (const key of users.get(iri) ?? []) remove(key)
      for (const flight of flights) flight.changed.add(iri)
    }
  }
  changes.subscribe(drop)

  const nextDue = () =>
    (due ??= changes.nextDue().then(
      (at) => (at === null ? Infinity : Date.parse(at)),
      // Unknown counts as now.
      () => {
        due = null
        return 0
      },
    ))

  const fresh = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    const now = clock()
    if (now >= entry.until || heard - entry.heard > mostMissed) {
      remove(key)
      return undefined
    }
    if (now - looked >= patience) {
      looked = now
      changes.poll()
    }
    entries.delete(key)
    entries.set(key, entry)
    return entry.stored
  }

  const begin = (key: string, make: (used: Set<Iri>) => Promise<Made>) => {
    const used = new Set<Iri>()
    const before = heard
    const keep = async (stored: PrecomputedResponse, changed: ReadonlySet<Iri>) => {
      const until = await nextDue()
      // A change during the rendering may or may not be included.
      if ([...changed].some((iri) => used.has(iri)) || until <= clock()) return
      const weight = memorySizeOf(stored) + [...used].reduce((sum, iri) => sum + iri.length, 0)
      if (weight <= room) add(key, { stored, used, size: weight, until, heard: before })
    }
    const fly = async () => {
      const { stored, isKept } = await make(used)
      if (isKept) await keep(stored, flight.changed)
      return stored
    }
    const flight: Flight = { changed: new Set(), made: Promise.resolve().then(fly) }
    flights.add(flight)
    joinable.set(key, flight)
    const land = () => {
      flights.delete(flight)
      if (joinable.get(key) === flight) joinable.delete(key)
    }
    flight.made.then(land, land)
    return flight.made
  }

  return {
    /** Returns the cached response for a key, or renders it: once for all concurrent requests. */
    get: (
      key: string,
      make: (used: Set<Iri>) => Promise<Made>,
    ): PrecomputedResponse | Promise<PrecomputedResponse> =>
      fresh(key) ?? joinable.get(key)?.made ?? begin(key, make),
    /** Current size in bytes, at most `maxBytes`. */
    size: () => size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
