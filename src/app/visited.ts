/** Tells the service worker what somebody has visited, so that it can be read without a network (public/sw.js). */
import { type PayloadAnswer, payloadUrl } from '#content/payload.ts'
import { isSignedIn } from '#machines/auth.ts'
import { selectShown } from '#machines/fetcher.ts'
import { type System, servicesOf } from './services.ts'

/** From now on the worker hears by itself of every page; of the one that was there before it, it is told. */
export const keepVisited = async (system: System, build: string) => {
  // Where the files are never the same, none is worth keeping.
  if (build === 'dev') return
  const registration = await navigator.serviceWorker.register(`/sw.js?${build}`)
  const worker = registration.installing ?? registration.waiting ?? registration.active
  worker!.postMessage({ type: 'page.shown', ...shownBy(system, build), files: loadedFiles() }, [])
}

/** Somebody else is looking now. */
export const forgetVisited = () =>
  navigator.serviceWorker?.controller?.postMessage({ type: 'session.changed' }, [])

/** Nothing that was made for somebody who is signed in. */
const shownBy = (system: System, build: string) => {
  const shown = selectShown(system.get('fetcher').getSnapshot())
  if (!shown || isSignedIn(system.get('auth').getSnapshot())) return {}
  const { cache } = servicesOf(system)
  const entries = shown.resources.flatMap((iri) => {
    const resource = cache.read(iri)
    return resource ? [{ resource }] : []
  })
  const answer: PayloadAnswer = { build, status: 200, page: shown, entries }
  return { url: payloadUrl(shown.path, build), payload: JSON.stringify(answer) }
}

const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
