/** Reads a page from a content API without payloads by running the actors, as in the browser. */
import { waitFor } from 'xstate'
import { publicFailure } from '#content/model/failure.ts'
import type { AppRef } from '#machines/app/app.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { isAuthorizing } from '#machines/page/navigation.ts'
import { isBusy } from '#machines/page/page-request.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { snapshotOf } from '#src/resources/cache-snapshot.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { createAppActor } from '../effects/app-effects.ts'
import { memoizeAsync } from '#content/memoize-async.ts'
import { toAppInput } from '../page-state.ts'
import {
  type PageContent,
  type PageRequest,
  createServerServices,
  initialPageState,
} from './render-request.ts'
import { loadServerRegistry } from './server-registry.ts'

export interface CrawlRequest extends PageRequest {
  /** The URL of the content API for this process, and how it is requested. */
  api: { internalBase: string; fetch: typeof fetch }
  /** Ends the crawl; the browser then loads what is missing. */
  signal: AbortSignal
}

/** Creates an API client without a session, for requests by this process. */
const createAnonymousApi = ({ internalBase, fetch }: CrawlRequest['api']) =>
  createContentApi({
    base: internalBase,
    fetch: withGatewayErrors(fetch),
    sessionHint: { read: () => false, write: () => {} },
  })

/** Returns the content of a page as the API sends it, not sanitized. */
export const crawlPage = async (request: CrawlRequest): Promise<PageContent> => {
  const { registry } = await loadServerRegistry()
  const cache = createResourceCache()
  let redirect: string | null = null
  let error: unknown = null
  const loadApi = memoizeAsync(async () => createAnonymousApi(request.api))
  const followRedirect = (href: string) => {
    redirect = href
    return false
  }
  const services = createServerServices({ cache, registry, loadApi, followRedirect })
  const appRef = createAppActor(services, toAppInput(initialPageState(request, registry), false))
  // Without a subscriber, an error of the root actor would end the process.
  appRef.subscribe({ error: (rootError) => (error = rootError) })
  appRef.start()
  const isSettled = await settles(appRef, request.signal)

  const { errorPage, fetcher } = appRef.getSnapshot().children
  const failure = selectFailure(errorPage!.getSnapshot())
  const page = selectCurrentPage(fetcher!.getSnapshot())
  appRef.stop()
  return {
    page,
    entries: snapshotOf(cache),
    failure: failure && publicFailure(failure),
    manifestName: (await loadApi()).pages.manifestName(),
    error,
    isTimedOut: !isSettled,
    ...(redirect !== null && { redirect: { to: redirect, status: 308 } }),
  }
}

/** Resolves with true once the page has been read, or with false when the signal ends the crawl before. */
const settles = async (appRef: AppRef, signal: AbortSignal) => {
  const { navigation, pageRequest } = appRef.getSnapshot().children
  try {
    await waitFor(navigation!, (snapshot) => !isAuthorizing(snapshot), { signal })
    await waitFor(pageRequest!, (snapshot) => !isBusy(snapshot), { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** Turns a network error of the content API into a 502, which is what a gateway responds with (RFC 9110). */
const withGatewayErrors =
  (baseFetch: typeof fetch): typeof fetch =>
  (input, init) =>
    baseFetch(input, init).catch((error: unknown) => {
      if (error instanceof TypeError) return new Response(null, { status: 502 })
      throw error
    })
