/** Creates the enhancements with effects that the test controls. */
import { buildCheckMachine } from '#machines/app/build-check.ts'
import { enhancementsMachine } from '#machines/app/enhancements.ts'
import {
  type BrowserInstallEvent,
  type Offer,
  installPromptMachine,
} from '#machines/app/install-prompt.ts'
import { type NetworkEvent, networkMachine } from '#machines/live/network.ts'
import { type ReducedMotionEvent, pageTransitionMachine } from '#machines/page/page-transition.ts'
import { type PrefetchEvent, prefetchMachine } from '#machines/page/prefetch.ts'
import { signInOfferMachine } from '#machines/session/sign-in-offer.ts'
import { controlledPromise, controlledCallback } from '#charts/paths/controlled-effects.ts'
import type { Path } from '#charts/paths/paths.ts'

/** Errors by the name of the effect that fails with them when it is started. */
export type StartFailures = Readonly<Record<string, Error>>

/** Returns the errors of a path with which effects fail that are started once: those that watch the browser. */
export const startFailuresIn = ({ events }: Path): StartFailures =>
  Object.fromEntries(
    events.flatMap((event) => {
      const [, effect] = /^xstate\.error\.actor\.(watch.+)$/.exec(event.type) ?? []
      return effect ? [[effect, event['error'] as Error]] : []
    }),
  )

/**
 * Creates the machines of `enhancements` with effects that the test controls. `failures` fail when they are started.
 */
export const createEnhancements = (failures: StartFailures = {}) => {
  const callbacks = {
    network: controlledCallback<NetworkEvent>(failures['watchNetwork']),
    saveData: controlledCallback<PrefetchEvent>(failures['watchSaveData']),
    links: controlledCallback<PrefetchEvent>(failures['watchLinks']),
    reducedMotion: controlledCallback<ReducedMotionEvent>(failures['watchReducedMotion']),
    install: controlledCallback<BrowserInstallEvent>(failures['watchInstallPrompt']),
  }
  const effects = {
    prefetchPages: controlledPromise<void, { hrefs: string[] }>(),
    loadAnimation: controlledPromise<void, undefined>(),
    fadeIn: controlledPromise<void, undefined>(),
    fetchLatestBuild: controlledPromise<boolean, undefined>(),
    showInstallPrompt: controlledPromise<void, Offer>(),
    wasInterrupted: controlledPromise<boolean, undefined>(),
    loadFetchChain: controlledPromise<void, undefined>(),
    loadAuthorization: controlledPromise<void, undefined>(),
    loadViews: controlledPromise<void, undefined>(),
    waitForIdle: controlledPromise<void, undefined>(),
    enableOfflinePages: controlledPromise<void, undefined>(),
  }
  /** The actions that were run, in order. */
  const actions: string[] = []
  const enhancements = enhancementsMachine.provide({
    actors: {
      network: networkMachine.provide({ actors: { watchNetwork: callbacks.network.logic } }),
      prefetch: prefetchMachine.provide({
        actors: {
          watchSaveData: callbacks.saveData.logic,
          watchLinks: callbacks.links.logic,
          prefetchPages: effects.prefetchPages.logic,
        },
        actions: {
          evictChanged: (_, { iri }) => actions.push(`drop ${iri}`),
          evictAll: () => actions.push('drop all'),
        },
      }),
      pageTransition: pageTransitionMachine.provide({
        actors: {
          watchReducedMotion: callbacks.reducedMotion.logic,
          loadAnimation: effects.loadAnimation.logic,
          fadeIn: effects.fadeIn.logic,
        },
      }),
      buildCheck: buildCheckMachine.provide({
        actors: { fetchLatestBuild: effects.fetchLatestBuild.logic },
        actions: { reloadPage: () => actions.push('reload') },
      }),
      installPrompt: installPromptMachine.provide({
        actors: {
          watchInstallPrompt: callbacks.install.logic,
          showInstallPrompt: effects.showInstallPrompt.logic,
        },
        actions: { saveDismissal: () => actions.push('keep refusal') },
      }),
      signInOffer: signInOfferMachine.provide({
        actors: { wasInterrupted: effects.wasInterrupted.logic },
        actions: { clearEditingFlag: () => actions.push('clear editing flag') },
      }),
      loadFetchChain: effects.loadFetchChain.logic,
      loadAuthorization: effects.loadAuthorization.logic,
      loadViews: effects.loadViews.logic,
      waitForIdle: effects.waitForIdle.logic,
      enableOfflinePages: effects.enableOfflinePages.logic,
      saveScrollPositions: controlledCallback().logic,
    },
    actions: {
      clearOfflinePages: () => actions.push('forget visited'),
    },
  })
  return { enhancements, callbacks, effects, actions }
}
