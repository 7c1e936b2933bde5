/** Tells the service worker what somebody has visited, so that it can be read without a network (public/sw.js). */
import { type PayloadResponse, payloadUrl } from '#content/page/payload.ts'
import { isSignedIn } from '#machines/session/auth.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'

/** From now on the worker hears by itself of every page; of the one that was there before it, it is told. */
export const keepVisited = async (system: ActorSystem, build: string) => {
  // Where the files are never the same, none is worth keeping.
  if (build === 'dev') return
  const registration = await navigator.serviceWorker.register(`/sw.js?${build}`)
  const worker = registration.installing ?? registration.waiting ?? registration.active
  worker!.postMessage(
    { type: 'page.shown', ...currentPagePayload(system, build), files: loadedFiles() },
    [],
  )
}

/** Somebody else is looking now. */
export const forgetVisited = () =>
  navigator.serviceWorker?.controller?.postMessage({ type: 'session.changed' }, [])

/** Nothing that was made for somebody who is signed in. */
const currentPagePayload = (system: ActorSystem, build: string) => {
  const currentPage = selectCurrentPage(system.get('fetcher').getSnapshot())
  if (!currentPage || isSignedIn(system.get('auth').getSnapshot())) return {}
  const { cache } = servicesOf(system)
  const entries = currentPage.resources.flatMap((iri) => {
    const resource = cache.read(iri)
    return resource ? [{ resource }] : []
  })
  const answer: PayloadResponse = { build, status: 200, page: currentPage, entries }
  return { url: payloadUrl(currentPage.path, build), payload: JSON.stringify(answer) }
}

const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
