/** Joins to the world what makes reading comfortable. Comes with what comes after the page. */
import { type EventObject, fromCallback, fromPromise } from 'xstate'
import { locationOf } from '#content/location.ts'
import { isSignedIn } from '#machines/auth.ts'
import { buildCheckMachine } from '#machines/build-check.ts'
import { comfortMachine } from '#machines/comfort.ts'
import { selectFailure } from '#machines/error-page.ts'
import { installMachine } from '#machines/install.ts'
import { type NavigationRef, selectLocation } from '#machines/navigation.ts'
import { type NetworkEvent, networkMachine } from '#machines/network.ts'
import { type PrefetchEvent, prefetchMachine } from '#machines/prefetch.ts'
import { askInstall, keepRefusal, watchInstall } from './install-offer.ts'
import { loadNext } from './later.ts'
import { keepPlaces } from './places.ts'
import { leadsToPage } from './router.tsx'
import { type System, servicesOf } from './services.ts'
import { shelfOf } from './shelf.ts'
import { forgetVisited, keepVisited } from './visited.ts'

/** Put in by the build, the same on both sides. */
declare const __BUILD__: string

const network = networkMachine.provide({
  actors: {
    watchNetwork: fromCallback<NetworkEvent, undefined>(({ sendBack }) => {
      const { signal, abort } = abortable()
      const lost = () => sendBack({ type: 'network.lost' })
      addEventListener('offline', lost, { signal })
      addEventListener('online', () => sendBack({ type: 'network.returned' }), { signal })
      if (!navigator.onLine) lost()
      return abort
    }),
  },
})

/** What a browser knows of its network; not every one tells. */
interface NetworkInformation extends EventTarget {
  saveData: boolean
  effectiveType: string
}

const isThrifty = ({ saveData, effectiveType }: NetworkInformation) =>
  saveData || effectiveType === '2g' || effectiveType === 'slow-2g'

const prefetch = prefetchMachine.provide({
  actors: {
    watchThrift: fromCallback<PrefetchEvent, undefined>(({ sendBack }) => {
      const { connection } = navigator as Navigator & { connection?: NetworkInformation }
      if (!connection) return
      const { signal, abort } = abortable()
      const look = () => sendBack({ type: isThrifty(connection) ? 'thrift.began' : 'thrift.ended' })
      connection.addEventListener('change', look, { signal })
      look()
      return abort
    }),
    watchLinks: fromCallback<PrefetchEvent, undefined>(({ system, sendBack }) => {
      // What is made for one person alone is made when they want it.
      if (isSignedIn(system.get('auth').getSnapshot())) return
      const observer = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue
          observer.unobserve(target)
          sendBack({ type: 'link.seen', href: (target as HTMLAnchorElement).href })
        }
      })
      for (const link of document.querySelectorAll('a'))
        if (leadsToPage(link) && !shelfOf(system).has(locationOf(link.href))) observer.observe(link)
      return () => observer.disconnect()
    }),
    readAhead: fromPromise<void, { hrefs: string[] }>(async ({ system, input, signal }) => {
      await Promise.allSettled(input.hrefs.map((href) => readAhead(system, href, signal)))
    }),
  },
  actions: {
    dropChanged: ({ system }, { iri }) => shelfOf(system).dropChanged(iri),
    dropAll: ({ system }) => shelfOf(system).clear(),
  },
})

const readAhead = async (system: System, href: string, signal: AbortSignal) => {
  const location = locationOf(href)
  const payload = await servicesOf(system).readPage(location, signal)
  if (payload?.page && !signal.aborted) shelfOf(system).put(location, payload)
}

const buildCheck = buildCheckMachine.provide({
  actors: {
    readLatest: fromPromise<boolean, undefined>(async ({ signal }) => {
      const latest = await fetch(`/builds/latest.json?${Date.now()}`, { signal })
      const { id } = (await latest.json()) as { id: string }
      if (id === __BUILD__) return false
      const described = await fetch(`/builds/meta/${id}.json`, { signal })
      return described.ok
    }),
  },
  actions: { reloadPage: () => location.reload() },
})

export const comfort = comfortMachine.provide({
  actors: {
    network,
    prefetch,
    buildCheck,
    install: installMachine.provide({
      actors: { watchInstall, askInstall },
      actions: { keepRefusal },
    }),
    keepPlaces: fromCallback<EventObject, undefined>(({ system }) => {
      const { places } = servicesOf(system).history
      return places && keepPlaces(places)
    }),
    keepVisited: fromPromise<void, undefined>(async ({ system }) => {
      // Without a network there would be nowhere to fetch these from.
      await Promise.allSettled([servicesOf(system).loadApi(), loadNext()])
      await keepVisited(system, __BUILD__)
    }),
  },
  actions: {
    forgetVisited,
    retryPage: ({ system }) => {
      if (selectFailure(system.get('errorPage').getSnapshot())?.kind !== 'offline') return
      const navigationRef: NavigationRef = system.get('navigation')
      const to = selectLocation(navigationRef.getSnapshot())
      navigationRef.send({ type: 'navigation.requested', to, source: 'code', replace: true })
    },
  },
})

const abortable = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
