/** Registers the service worker and tells it which page was visited, so that it can be read offline (src/service-worker.js). */
import { type PayloadResponse, payloadUrl } from '#content/page/fetching/payload.ts'
import { isSignedIn } from '#machines/session/auth.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'

/** Registers the worker, which sees all later requests, and sends it the page and files that were loaded before it. */
export const enableOfflinePages = async (system: ActorSystem, build: string) => {
  // The dev server's files change constantly and are not cached.
  if (build === 'dev') return
  const registration = await navigator.serviceWorker.register(`/sw.js?${build}`)
  const worker = registration.installing ?? registration.waiting ?? registration.active
  worker!.postMessage(
    { type: 'page.shown', ...currentPagePayload(system, build), files: loadedFiles() },
    [],
  )
}

/** Tells the worker to delete the cached pages of the previous session. */
export const clearOfflinePages = () =>
  navigator.serviceWorker?.controller?.postMessage({ type: 'session.changed' }, [])

/** Returns the current page as a payload; empty for signed-in users, whose pages are not cached. */
const currentPagePayload = (system: ActorSystem, build: string) => {
  const currentPage = selectCurrentPage(system.get('fetcher').getSnapshot())
  if (!currentPage || isSignedIn(system.get('auth').getSnapshot())) return {}
  const { cache } = servicesOf(system)
  const entries = currentPage.resources.flatMap((iri) => {
    const resource = cache.read(iri)
    return resource ? [{ resource }] : []
  })
  const response: PayloadResponse = { build, status: 200, page: currentPage, entries }
  return { url: payloadUrl(currentPage.path, build), payload: JSON.stringify(response) }
}

/** Returns the paths of the files that were loaded, and of the stylesheets in the document. */
const loadedFiles = () => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const inDocument = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')
  return [...loaded, ...Array.from(inDocument, ({ href }) => href)]
    .map((href) => new URL(href))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
