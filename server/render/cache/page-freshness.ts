/** Keeps the cached pages that are current: without those that a change has made outdated, or a draft that is due. */
import type { Iri } from '#content/model/iri.ts'
import { memoizeNextDue } from '../../store/read/next-due.ts'
import { type CachedPage, createPageLru } from './page-lru.ts'
import { type PrecomputedResponse, memorySizeOf } from './precomputed-response.ts'

/** Notifies of content changes, and knows the next scheduled one. */
export interface ContentChanges {
  subscribe: (listener: (iris: readonly Iri[]) => void) => void
  /** Checks for changes of other processes that were not announced. */
  poll: () => void
  /** Returns the time at which the next scheduled draft is due, as an ISO date; null when there is none. */
  nextDue: () => Promise<string | null>
}

export interface PageCacheOptions {
  changes: ContentChanges
  /** The maximum size of the cache in bytes. */
  maxBytes: number
  /** Returns milliseconds since 1970. */
  clock: () => number
}

/**
 * The number of changes after which a page is rendered anew. It contains the id of the last event before it was
 * rendered, and a browser requests all later ones from the hub.
 */
const maxMissedChanges = 50
/**
 * The interval of checking for changes of other processes, in case their notification does not arrive, in milliseconds.
 */
const pollInterval = 1_000

/** Returns when a page expires that contains no later draft, in milliseconds since 1970. Unknown counts as now. */
const expiryOf = (nextDue: Promise<string | null>) =>
  nextDue.then(
    (at) => (at === null ? Infinity : Date.parse(at)),
    () => 0,
  )

/** Returns the size of a page in memory, in bytes. */
const sizeOf = (response: PrecomputedResponse, dependencies: ReadonlySet<Iri>) =>
  memorySizeOf(response) + [...dependencies].reduce((sum, iri) => sum + iri.length, 0)

/** Returns a function that checks for changes of other processes when the last check is long enough ago. */
const createPolling = (changes: ContentChanges, startedAt: number) => {
  let polledAt = startedAt
  return (now: number) => {
    if (now - polledAt < pollInterval) return
    polledAt = now
    changes.poll()
  }
}

type RenderedPage = Pick<CachedPage, 'response' | 'dependencies' | 'changeCount'>

const isStale = (entry: CachedPage, now: number, changeCount: number) =>
  now >= entry.expiresAt || changeCount - entry.changeCount > maxMissedChanges

/** Creates an empty store of at most `maxBytes`, which returns a page only while it is current. */
export const createPageFreshness = ({ changes, maxBytes, clock }: PageCacheOptions) => {
  const pages = createPageLru(maxBytes)
  const due = memoizeNextDue(changes.nextDue)
  const poll = createPolling(changes, clock())
  let changeCount = 0

  const get = (key: string) => {
    const entry = pages.get(key)
    if (!entry) return undefined
    const now = clock()
    if (isStale(entry, now, changeCount)) {
      pages.remove(key)
      return undefined
    }
    poll(now)
    pages.touch(key, entry)
    return entry.response
  }

  /** Adds a page unless it is too large, a scheduled draft is due, or `isCurrent` returns false. */
  const add = async (key: string, page: RenderedPage, isCurrent: () => boolean) => {
    const expiresAt = await expiryOf(due.nextDue())
    if (!isCurrent() || expiresAt <= clock()) return
    const size = sizeOf(page.response, page.dependencies)
    if (size <= maxBytes) pages.add(key, { ...page, size, expiresAt })
  }

  /** Removes all pages that depend on one of these resources, after a number of changes. */
  const removeDependents = (iris: Iterable<Iri>, additionalChanges: number) => {
    changeCount += additionalChanges
    due.forget()
    for (const iri of iris) pages.removeDependents(iri)
  }

  return { get, add, removeDependents, changeCount: () => changeCount, size: pages.size }
}
