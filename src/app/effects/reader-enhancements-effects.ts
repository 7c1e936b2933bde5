/** Joins to the world what makes reading comfortable. Comes with what comes after the page. */
import { type EventObject, fromCallback, fromPromise } from 'xstate'
import { locationOf } from '#content/page/location.ts'
import { isSignedIn } from '#machines/session/auth.ts'
import { buildCheckMachine } from '#machines/app/build-check.ts'
import { readerEnhancementsMachine } from '#machines/app/reader-enhancements.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { installPromptMachine } from '#machines/app/install-prompt.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import { type NetworkEvent, networkMachine } from '#machines/live/network.ts'
import { type PrefetchEvent, prefetchMachine } from '#machines/page/prefetch.ts'
import { askInstall, keepRefusal, watchInstall } from '../browser/install-prompt.ts'
import { preloadNextSteps } from '../lazy/deferred.ts'
import { persistScrollPositions } from '../browser/scroll-positions.ts'
import { isLinkToOtherPage } from '../shell/router.tsx'
import { type ActorSystem, servicesOf } from '../services/services.ts'
import { prefetchCacheOf } from '../services/prefetch-cache.ts'
import { forgetVisited, keepVisited } from '../browser/service-worker.ts'

/** Put in by the build, the same on both sides. */
declare const __BUILD__: string

const network = networkMachine.provide({
  actors: {
    watchNetwork: fromCallback<NetworkEvent, undefined>(({ sendBack }) => {
      const { signal, abort } = abortable()
      const lost = () => sendBack({ type: 'network.lost' })
      addEventListener('offline', lost, { signal })
      addEventListener('online', () => sendBack({ type: 'network.restored' }), { signal })
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

const isSaveDataOn = ({ saveData, effectiveType }: NetworkInformation) =>
  saveData || effectiveType === '2g' || effectiveType === 'slow-2g'

const prefetch = prefetchMachine.provide({
  actors: {
    watchSaveData: fromCallback<PrefetchEvent, undefined>(({ sendBack }) => {
      const { connection } = navigator as Navigator & { connection?: NetworkInformation }
      if (!connection) return
      const { signal, abort } = abortable()
      const look = () =>
        sendBack({ type: isSaveDataOn(connection) ? 'saveData.enabled' : 'saveData.disabled' })
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
          sendBack({ type: 'link.visible', href: (target as HTMLAnchorElement).href })
        }
      })
      for (const link of document.querySelectorAll('a'))
        if (isLinkToOtherPage(link) && !prefetchCacheOf(system).has(locationOf(link.href)))
          observer.observe(link)
      return () => observer.disconnect()
    }),
    prefetchPages: fromPromise<void, { hrefs: string[] }>(async ({ system, input, signal }) => {
      await Promise.allSettled(input.hrefs.map((href) => readAhead(system, href, signal)))
    }),
  },
  actions: {
    evictChanged: ({ system }, { iri }) => prefetchCacheOf(system).deleteAffected(iri),
    evictAll: ({ system }) => prefetchCacheOf(system).clear(),
  },
})

const readAhead = async (system: ActorSystem, href: string, signal: AbortSignal) => {
  const location = locationOf(href)
  const payload = await servicesOf(system).readPage(location, signal)
  if (payload?.page && !signal.aborted) prefetchCacheOf(system).put(location, payload)
}

const buildCheck = buildCheckMachine.provide({
  actors: {
    fetchLatestBuild: fromPromise<boolean, undefined>(async ({ signal }) => {
      const latest = await fetch(`/builds/latest.json?${Date.now()}`, { signal })
      const { id } = (await latest.json()) as { id: string }
      if (id === __BUILD__) return false
      const described = await fetch(`/builds/meta/${id}.json`, { signal })
      return described.ok
    }),
  },
  actions: { reloadPage: () => location.reload() },
})

export const comfort = readerEnhancementsMachine.provide({
  actors: {
    network,
    prefetch,
    buildCheck,
    installPrompt: installPromptMachine.provide({
      actors: { watchInstallPrompt: watchInstall, showInstallPrompt: askInstall },
      actions: { saveDismissal: keepRefusal },
    }),
    saveScrollPositions: fromCallback<EventObject, undefined>(({ system }) => {
      const { scrollPositions } = servicesOf(system).history
      return scrollPositions && persistScrollPositions(scrollPositions)
    }),
    enableOfflinePages: fromPromise<void, undefined>(async ({ system }) => {
      // Without a network there would be nowhere to fetch these from.
      await Promise.allSettled([servicesOf(system).loadApi(), preloadNextSteps()])
      await keepVisited(system, __BUILD__)
    }),
  },
  actions: {
    clearOfflinePages: forgetVisited,
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
