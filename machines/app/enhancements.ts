/** Starts the actors that a page works without, and makes visited pages available offline. */
import { type ActorRefFrom, type EventObject, setup } from 'xstate'
import { actionEffect, callbackEffect, promiseEffect } from '../declare-effects.ts'
import { invokeAll } from '../invoke-all.ts'
import { invokeThen } from '../invoke-then.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { networkMachine } from '../live/network.ts'
import { pageTransitionMachine } from '../page/page-transition.ts'
import { prefetchMachine } from '../page/prefetch.ts'
import { progressMachine } from '../page/progress.ts'
import { signInOfferMachine } from '../session/sign-in-offer.ts'
import { buildCheckMachine } from './build-check.ts'
import { installPromptMachine } from './install-prompt.ts'

export type EnhancementsEvent = { type: 'session.started' } | { type: 'session.ended' }

/** The children, which run as long as this actor. A machine that is added here is started. */
const children = {
  network: networkMachine,
  progress: progressMachine,
  prefetch: prefetchMachine,
  pageTransition: pageTransitionMachine,
  buildCheck: buildCheckMachine,
  installPrompt: installPromptMachine,
  signInOffer: signInOfferMachine,
}

export const enhancementsMachine = setup({
  types: {} as {
    events: EnhancementsEvent
    children: { [Id in keyof typeof children]: Id }
  },
  actors: {
    ...children,
    /** Loads the code that fetches a page, and the error screen. */
    loadFetchChain: promiseEffect<void>(),
    /** Loads the code that authorizes navigations. */
    loadAuthorization: promiseEffect<void>(),
    /** Loads the views of all kinds and the screens of the app, such as signing in. */
    loadViews: promiseEffect<void>(),
    /** Resolves when the browser is idle, so that loading several modules does not block a slow phone. */
    waitForIdle: promiseEffect<void>(),
    /** Makes visited pages available offline. */
    enableOfflinePages: promiseEffect<void>(),
    /** Keeps scroll positions across reloads. */
    saveScrollPositions: callbackEffect<EventObject>(),
    listener,
  },
  actions: { clearOfflinePages: actionEffect() },
  delays: {
    /** The delay before the code for the next steps of a visitor is loaded. */
    preloadDelay: 1_000,
    /** Leaves time for more urgent work first. */
    offlinePagesDelay: 1_000,
  },
}).createMachine({
  id: 'enhancements',
  invoke: [
    listenTo<EnhancementsEvent>({ auth: ['session.started', 'session.ended'] }),
    ...invokeAll(children),
    // Without session storage a reloaded page starts at the top.
    { id: 'saveScrollPositions', src: 'saveScrollPositions', onError: {} },
  ],
  initial: 'idle',
  on: {
    'session.started': { actions: 'clearOfflinePages' },
    'session.ended': { actions: 'clearOfflinePages' },
  },
  states: {
    idle: {
      description: 'The page has just become ready, and is left alone for a second.',
      after: { preloadDelay: 'loadingFetchChain' },
    },
    // Code that could not be loaded is loaded when it is needed.
    loadingFetchChain: {
      description: 'The code that reads further pages is being fetched.',
      ...invokeThen('loadFetchChain', 'waitingToLoadAuthorization'),
    },
    waitingToLoadAuthorization: {
      description: 'Waits until the browser has nothing else to do.',
      ...invokeThen('waitForIdle', 'loadingAuthorization'),
    },
    loadingAuthorization: {
      description: 'The code that decides who may see what is being fetched.',
      ...invokeThen('loadAuthorization', 'waitingToLoadViews'),
    },
    waitingToLoadViews: {
      description: 'Waits until the browser has nothing else to do.',
      ...invokeThen('waitForIdle', 'loadingViews'),
    },
    loadingViews: {
      description: 'The code of the other kinds of components is being fetched.',
      ...invokeThen('loadViews', 'preloaded'),
    },
    preloaded: {
      description: 'The code for the next steps of the visitor is there.',
      after: { offlinePagesDelay: 'enablingOffline' },
    },
    enablingOffline: {
      description: 'The service worker is being started, which keeps visited pages.',
      invoke: {
        id: 'enableOfflinePages',
        src: 'enableOfflinePages',
        onDone: 'offlineEnabled',
        onError: 'offlineUnavailable',
      },
    },
    /** Pages visited from now on are available offline. */
    offlineEnabled: { description: 'Visited pages can be opened without a network.' },
    /** The browser does not support offline pages or refused to store them. */
    offlineUnavailable: { description: 'The browser cannot keep pages for use without a network.' },
  },
})

export type EnhancementsRef = ActorRefFrom<typeof enhancementsMachine>
