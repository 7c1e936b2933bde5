/** What makes reading comfortable, its effects in the hands of the test. */
import { buildCheckMachine } from '#machines/app/build-check.ts'
import { readerEnhancementsMachine } from '#machines/app/reader-enhancements.ts'
import { type BrowserInstallEvent, installPromptMachine } from '#machines/app/install-prompt.ts'
import { type NetworkEvent, networkMachine } from '#machines/live/network.ts'
import { type PrefetchEvent, prefetchMachine } from '#machines/page/prefetch.ts'
import { controlledPromise, controlledCallback } from './paths.ts'

export const createReaderEnhancements = () => {
  const says = {
    network: controlledCallback<NetworkEvent>(),
    saveData: controlledCallback<PrefetchEvent>(),
    links: controlledCallback<PrefetchEvent>(),
    install: controlledCallback<BrowserInstallEvent>(),
  }
  const effects = {
    prefetchPages: controlledPromise<void, { hrefs: string[] }>(),
    fetchLatestBuild: controlledPromise<boolean, undefined>(),
    showInstallPrompt: controlledPromise<void, undefined>(),
    enableOfflinePages: controlledPromise<void, undefined>(),
  }
  /** What was done to the world, one entry each time. */
  const done: string[] = []
  const comfort = readerEnhancementsMachine.provide({
    actors: {
      network: networkMachine.provide({ actors: { watchNetwork: says.network.logic } }),
      prefetch: prefetchMachine.provide({
        actors: {
          watchSaveData: says.saveData.logic,
          watchLinks: says.links.logic,
          prefetchPages: effects.prefetchPages.logic,
        },
        actions: {
          evictChanged: (_, { iri }) => done.push(`drop ${iri}`),
          evictAll: () => done.push('drop all'),
        },
      }),
      buildCheck: buildCheckMachine.provide({
        actors: { fetchLatestBuild: effects.fetchLatestBuild.logic },
        actions: { reloadPage: () => done.push('reload') },
      }),
      installPrompt: installPromptMachine.provide({
        actors: {
          watchInstallPrompt: says.install.logic,
          showInstallPrompt: effects.showInstallPrompt.logic,
        },
        actions: { saveDismissal: () => done.push('keep refusal') },
      }),
      enableOfflinePages: effects.enableOfflinePages.logic,
      saveScrollPositions: controlledCallback().logic,
    },
    actions: {
      clearOfflinePages: () => done.push('forget visited'),
      retryPage: () => {},
    },
  })
  return { comfort, says, effects, done }
}
