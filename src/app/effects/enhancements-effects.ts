/** Provides the effects of the enhancements, such as offline support and prefetching. Part of the deferred bundle. */
import { type EventObject, fromCallback, fromPromise, waitFor } from 'xstate'
import { locationOf } from '#content/navigation/location.ts'
import { type AuthRef, isBusy, isSignedIn, isUnreachable } from '#machines/session/auth.ts'
import { signInOfferMachine } from '#machines/session/sign-in-offer.ts'
import { buildCheckMachine } from '#machines/app/build-check.ts'
import { enhancementsMachine } from '#machines/app/enhancements.ts'
import { installPromptMachine } from '#machines/app/install-prompt.ts'
import { type NetworkEvent, networkMachine } from '#machines/live/network.ts'
import { type PrefetchEvent, prefetchMachine } from '#machines/page/prefetch.ts'
import { createAbortable } from './abortable.ts'
import { pageTransition } from './page-transition-effects.ts'
import { editingFlag } from '../browser/tab-storage.ts'
import { saveDismissal, showInstallPrompt, watchInstallPrompt } from '../browser/install-prompt.ts'
import { loadAllViews } from '#src/views/registry/load-views.ts'
import { loadAppScreen, loadAuthorizeNavigation } from '../lazy/app-screens.ts'
import { loadErrorView, whenIdle } from '../lazy/lazy-modules.ts'
import { persistScrollPositions } from '../browser/scroll-positions.ts'
import { isLinkToOtherPage } from '../shell/router.tsx'
import { type ActorSystem, servicesOf } from '../services/services.ts'
import { prefetchCacheOf } from '../services/prefetch-cache.ts'
import { clearOfflinePages, enableOfflinePages } from '../browser/service-worker.ts'

/** The build's id, inserted by the bundler. */
declare const __BUILD__: string

const network = networkMachine.provide({
  actors: {
    watchNetwork: fromCallback<NetworkEvent, undefined>(({ sendBack }) => {
      const { signal, abort } = createAbortable()
      const reportLost = () => sendBack({ type: 'network.lost' })
      addEventListener('offline', reportLost, { signal })
      addEventListener('online', () => sendBack({ type: 'network.restored' }), { signal })
      if (!navigator.onLine) reportLost()
      return abort
    }),
  },
})

/** Network Information API; not implemented by every browser and missing from TypeScript's DOM types. */
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
      const { signal, abort } = createAbortable()
      const report = () =>
        sendBack({ type: isSaveDataOn(connection) ? 'saveData.enabled' : 'saveData.disabled' })
      connection.addEventListener('change', report, { signal })
      report()
      return abort
    }),
    watchLinks: fromCallback<PrefetchEvent, undefined>(({ system, sendBack }) => {
      // Responses to signed-in users are private and cannot be cached, so they are not prefetched.
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
    // A page that is requested meanwhile is not aborted, since it may be the one that the user opens.
    prefetchPages: fromPromise<void, { hrefs: string[] }>(async ({ system, input }) => {
      await Promise.all(input.hrefs.map((href) => prefetchPage(system, href)))
    }),
  },
  actions: {
    evictChanged: ({ system }, { iri }) => prefetchCacheOf(system).deleteAffected(iri),
    evictAll: ({ system }) => prefetchCacheOf(system).clear(),
  },
})

const prefetchPage = (system: ActorSystem, href: string) => {
  const location = locationOf(href)
  return prefetchCacheOf(system).prefetch(location, (signal) =>
    servicesOf(system).readPage(location, signal),
  )
}

const signInOffer = signInOfferMachine.provide({
  actors: {
    wasInterrupted: fromPromise<boolean, undefined>(async ({ system, signal }) => {
      if (!editingFlag.isSet()) return false
      const authRef: AuthRef = system.get('auth')
      return !isSignedIn(
        await waitFor(authRef, (snapshot) => !isBusy(snapshot) && !isUnreachable(snapshot), {
          signal,
        }),
      )
    }),
  },
  actions: { clearEditingFlag: editingFlag.clear },
})

const buildCheck = buildCheckMachine.provide({
  actors: {
    fetchLatestBuild: fromPromise<boolean, undefined>(async ({ signal }) => {
      const { readBuildMetadata, readLatestBuild } = await import('#src/api/builds.ts')
      const id = await readLatestBuild(signal)
      if (id === __BUILD__) return false
      await readBuildMetadata(id, signal)
      return true
    }),
  },
  actions: { reloadPage: () => location.reload() },
})

export const enhancements = enhancementsMachine.provide({
  actors: {
    network,
    prefetch,
    pageTransition,
    buildCheck,
    signInOffer,
    installPrompt: installPromptMachine.provide({
      actors: { watchInstallPrompt, showInstallPrompt },
      actions: { saveDismissal },
    }),
    saveScrollPositions: fromCallback<EventObject, undefined>(({ system }) => {
      const { scrollPositions } = servicesOf(system).history
      return scrollPositions && persistScrollPositions(scrollPositions)
    }),
    loadFetchChain: fromPromise<void, undefined>(async ({ system }) => {
      const { loadApi } = servicesOf(system)
      await Promise.all([loadApi(), import('./fetch-chain-effects.ts'), loadErrorView()])
    }),
    loadAuthorization: fromPromise<void, undefined>(async () => {
      await loadAuthorizeNavigation()
    }),
    loadViews: fromPromise<void, undefined>(async ({ system }) => {
      await Promise.all([loadAllViews(servicesOf(system).registry), loadAppScreen()])
    }),
    waitForIdle: fromPromise<void, undefined>(whenIdle),
    enableOfflinePages: fromPromise<void, undefined>(({ system }) =>
      enableOfflinePages(system, __BUILD__),
    ),
  },
  actions: { clearOfflinePages },
})
