/**
 * The page cache: rendered pages for visitors, kept until something they depend on changes. The dependencies of a page
 * are recorded while it is rendered. A change removes the pages that depend on it before its write is answered; changes
 * of other processes arrive with the hub's events. Not lru-cache: it would replace only the eviction, not the
 * dependencies.
 */
import { type Iri, collectionIri } from '#content/model/iri.ts'
import { ANY_RESOURCE } from '../../store/graph/track-reads.ts'
import { createCachedPages } from './cached-pages.ts'
import { createPendingRenders } from './pending-renders.ts'
import { type PrecomputedResponse, memorySizeOf } from './precomputed-response.ts'

/** Notifies of content changes, and knows the next scheduled one. */
export interface ContentChanges {
  subscribe: (listener: (iris: readonly Iri[]) => void) => void
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

/** Renders a page, and records what it depends on. */
type RenderPage = (dependencies: Set<Iri>) => Promise<CacheableResponse>

interface CacheableResponse {
  response: PrecomputedResponse
  isCacheable: boolean
}

/** A page contains the last event id at its rendering; a browser requests all later events from the hub. */
const maxMissedChanges = 50
/** How often changes of other processes are checked for, should their notification not arrive; in milliseconds. */
const pollInterval = 1_000

/** Returns a function that tells when content changes by itself, and one that makes it ask again. */
const createNextDue = (changes: ContentChanges) => {
  let promise: Promise<number> | null = null
  const forget = () => {
    promise = null
  }
  const nextDue = () =>
    (promise ??= changes.nextDue().then(
      (at) => (at === null ? Infinity : Date.parse(at)),
      // Unknown counts as now.
      () => {
        forget()
        return 0
      },
    ))
  return { nextDue, forget }
}

/** Returns the size of a page in memory, in bytes. */
const sizeOf = (response: PrecomputedResponse, dependencies: ReadonlySet<Iri>) =>
  memorySizeOf(response) + [...dependencies].reduce((sum, iri) => sum + iri.length, 0)

/** Creates a page cache of at most `maxBytes`, which listens to the changes of the content. */
export const createPageCache = ({ changes, maxBytes, clock }: PageCacheOptions) => {
  const pages = createCachedPages(maxBytes)
  const pendingRenders = createPendingRenders()
  const due = createNextDue(changes)
  let changesSeen = 0
  let polledAt = clock()

  changes.subscribe((iris) => {
    if (!iris.length) return
    changesSeen += iris.length
    due.forget()
    const changed = new Set([...iris, ...iris.map(collectionIri), ANY_RESOURCE])
    for (const iri of changed) pages.removeDependents(iri)
    pendingRenders.recordChanges(changed)
  })

  const getFresh = (key: string) => {
    const entry = pages.get(key)
    if (!entry) return undefined
    const now = clock()
    if (now >= entry.expiresAt || changesSeen - entry.changeCount > maxMissedChanges) {
      pages.remove(key)
      return undefined
    }
    if (now - polledAt >= pollInterval) {
      polledAt = now
      changes.poll()
    }
    pages.touch(key, entry)
    return entry.response
  }

  const startRender = (key: string, render: RenderPage) => {
    const dependencies = new Set<Iri>()
    const changeCount = changesSeen
    const store = async (response: PrecomputedResponse, changed: ReadonlySet<Iri>) => {
      const expiresAt = await due.nextDue()
      // A change during the rendering may or may not be included.
      if ([...changed].some((iri) => dependencies.has(iri)) || expiresAt <= clock()) return
      const size = sizeOf(response, dependencies)
      if (size <= maxBytes) pages.add(key, { response, dependencies, size, expiresAt, changeCount })
    }
    return pendingRenders.start(key, async (changedIris) => {
      const { response, isCacheable } = await render(dependencies)
      if (isCacheable) await store(response, changedIris)
      return response
    })
  }

  return {
    /** Returns the cached response for a key, or renders it: once for all concurrent requests. */
    get: (key: string, render: RenderPage): PrecomputedResponse | Promise<PrecomputedResponse> =>
      getFresh(key) ?? pendingRenders.shareable(key) ?? startRender(key, render),
    /** Current size in bytes, at most `maxBytes`. */
    size: pages.size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
