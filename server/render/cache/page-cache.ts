/**
 * The page cache: rendered pages for visitors, kept until something they depend on changes. The dependencies of a page
 * are recorded while it is rendered. A change removes the pages that depend on it before its write is answered; changes
 * of other processes arrive with the hub's events. Not lru-cache: it would replace only the eviction, not the
 * dependencies.
 */
import { type Iri, collectionIri } from '#content/model/iri.ts'
import { ANY_RESOURCE } from '../../store/graph/track-reads.ts'
import { type PageCacheOptions, createPageFreshness } from './page-freshness.ts'
import { createPendingRenders } from './pending-renders.ts'
import type { PrecomputedResponse } from './precomputed-response.ts'

/** Renders a page, and records what it depends on. */
type RenderPage = (dependencies: Set<Iri>) => Promise<CacheableResponse>

interface CacheableResponse {
  response: PrecomputedResponse
  isCacheable: boolean
}

/** Creates a page cache of at most `maxBytes`, which listens to the changes of the content. */
export const createPageCache = (options: PageCacheOptions) => {
  const pages = createPageFreshness(options)
  const pendingRenders = createPendingRenders()

  options.changes.subscribe((iris) => {
    if (!iris.length) return
    const changed = new Set([...iris, ...iris.map(collectionIri), ANY_RESOURCE])
    pages.removeDependents(changed, iris.length)
    pendingRenders.recordChanges(changed)
  })

  const startRender = (key: string, render: RenderPage) => {
    const dependencies = new Set<Iri>()
    const changeCount = pages.changeCount()
    return pendingRenders.start(key, async (changedIris) => {
      const { response, isCacheable } = await render(dependencies)
      // A change during the rendering may or may not be included.
      const isCurrent = () => ![...changedIris].some((iri) => dependencies.has(iri))
      if (isCacheable) await pages.add(key, { response, dependencies, changeCount }, isCurrent)
      return response
    })
  }

  return {
    /** Returns the cached response for a key, or renders it: once for all concurrent requests. */
    get: (key: string, render: RenderPage): PrecomputedResponse | Promise<PrecomputedResponse> =>
      pages.get(key) ?? pendingRenders.shareable(key) ?? startRender(key, render),
    /** Returns the current size in bytes, at most `maxBytes`. */
    size: pages.size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
