/**
 * Pages as visitors who have not signed in are sent them, kept until something they were made of changes. What each was
 * made of is noted while it is made; a change drops those that used it before whoever wrote it is answered, and the
 * hub's events bring the changes of other processes.
 */
import { type Iri, collectionIri } from '#content/model/iri.ts'
import { ANY_RESOURCE } from '../store/graph/track-reads.ts'
import { type PrecomputedResponse, memorySizeOf } from './precomputed-response.ts'

/** What of the content changes, and when it next does so by itself. */
export interface ContentChanges {
  subscribe: (heard: (iris: readonly Iri[]) => void) => void
  /** Asks whether others have changed something that was not heard of. */
  poll: () => void
  /** When the next scheduled draft is due, as ISO text. */
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
  /** How much had been heard when it was made. */
  heard: number
}

interface Flight {
  made: Promise<PrecomputedResponse>
  /** What has changed since it was begun. */
  changed: Set<Iri>
}

/** A page says what was heard last when it was made; a browser asks the hub for everything since. */
const mostMissed = 50
/** How late what another process has written may be noticed, should its call not come through. */
const patience = 1_000

export const createPageCache = ({ changes, room, clock }: CacheOptions) => {
  /** The one that was asked for longest ago first. */
  const entries = new Map<string, Entry>()
  const users = new Map<Iri, Set<string>>()
  /** Begun since the last change: whoever asks for the same waits along. */
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
      // Not known is as good as now.
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
      // A change in between may or may not be in what was made.
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
    /** What is kept under a key, or what is made now: once, however many ask for it meanwhile. */
    get: (
      key: string,
      make: (used: Set<Iri>) => Promise<Made>,
    ): PrecomputedResponse | Promise<PrecomputedResponse> =>
      fresh(key) ?? joinable.get(key)?.made ?? begin(key, make),
    /** In bytes, and never more than there is room for. */
    size: () => size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
