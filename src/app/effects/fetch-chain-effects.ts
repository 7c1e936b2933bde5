/** Provides the effects of the fetch chain. Loaded ahead of the first navigation. */
import { fromPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import { withPageQuery } from '#content/page/fetching/page-query.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Versioned } from '#content/model/resource.ts'
import { type BatchResult, missingNestedIris } from '#content/page/fetching/page-crawl.ts'
import { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { type FetcherRef, selectCurrentPage } from '#machines/page/fetcher.ts'
import { batch } from '#src/resources/signals.ts'
import { changesSettled, readWhileEditing, markPartialIfReadForOther } from './session-effects.ts'
import { trackRequest } from './shared.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'
import { resolveRedirects } from '../services/resolve-redirects.ts'
import { prefetchCacheOf } from '../services/prefetch-cache.ts'

/** True if the page is shown already, so that it is read again. */
const isShown = (system: ActorSystem, { path }: Location) => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  return selectCurrentPage(fetcherRef.getSnapshot())?.path === path
}

export const fetchChain = fetchChainMachine.provide({
  actors: {
    fetchPayload: fromPromise<PagePayload | null, Location>((effect) => {
      const { system, input, signal } = effect
      const fetchPayload = async () => {
        if (isShown(system, input)) await changesSettled(system, signal)
        const prefetched = await prefetchCacheOf(system).take(input)
        const payload = prefetched ?? (await servicesOf(system).readPage(input, signal))
        return payload && markPartialIfReadForOther(system, payload)
      }
      const isRefused = (payload: PagePayload | null) => payload?.status === 401
      return trackRequest(effect, readWhileEditing(system, fetchPayload(), isRefused))
    }),
    fetchRoot: fromPromise<Versioned, Location>((effect) => {
      const { readRoot } = servicesOf(effect.system)
      const read = (location: Location) => readRoot(location, effect.signal)
      const root = resolveRedirects(effect.input, read)
      return trackRequest(effect, readWhileEditing(effect.system, root))
    }),
    fetchManifest: fromPromise<Iri[], Location>(({ system, input, signal }) =>
      servicesOf(system).readManifest(input, signal),
    ),
    fetchBatch: fromPromise<BatchResult[], { requests: string[]; location: Location }>((effect) => {
      const { system, input, signal } = effect
      const { readResource } = servicesOf(system)
      const { path, search } = input.location
      const fetchOne = async (request: string): Promise<BatchResult> => {
        try {
          return {
            request,
            found: await readResource(withPageQuery(request, search), { path, signal }),
          }
        } catch (error) {
          return { request, failure: Failure.from(error) }
        }
      }
      return trackRequest(effect, Promise.all(input.requests.map(fetchOne)))
    }),
  },
  actions: {
    saveResources: ({ system }, { items, bypassCache }) => {
      const { cache } = servicesOf(system)
      batch(() => {
        if (bypassCache) cache.clear()
        // A resource that was not returned for this page must not appear on it, even if another page has cached it.
        else cache.remove(missingNestedIris(items))
        cache.save(items)
      })
    },
  },
})
