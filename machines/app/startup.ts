/**
 * Starts the app in the browser: creates its actors, loads the views of the page and hydrates it. Ends once the page has
 * loaded and the browser is idle.
 */
import { assign, setup } from 'xstate'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { invokeThen } from '../invoke-then.ts'
import type { AppRef } from './app.ts'

interface Context {
  /** Null until it is created. */
  appRef: AppRef | null
  /** The components, which `src/app` renders. Machines do not know React, so this has no type here. */
  views: unknown
}

const contextOf = ({ context }: { context: Context }) => context

export const startupMachine = setup({
  types: {} as {
    context: Context
    events: { type: `xstate.error.actor.${string}`; error: unknown }
  },
  actors: {
    /** Provides the effects of all actors that every page starts with. */
    provideEffects: promiseEffect<void>(),
    /** Creates the root actor. */
    createApp: promiseEffect<AppRef>(),
    startApp: promiseEffect<void, Context>(),
    /** Loads what this page shows: hydrated without it, the page would not match the server's HTML. */
    loadViews: promiseEffect<unknown>(),
    hydrate: promiseEffect<void, Context>(),
    /** Resolves once the window has loaded. */
    waitForLoad: promiseEffect<void>(),
    waitForIdle: promiseEffect<void>(),
  },
  actions: {
    setApp: assign((_, { output }: { output: AppRef }) => ({ appRef: output })),
    setViews: assign((_, { output }: { output: unknown }) => ({ views: output })),
    reportError: actionEffect<{ error: unknown }>(),
  },
}).createMachine({
  id: 'startup',
  context: { appRef: null, views: null },
  initial: 'providing',
  on: {
    'xstate.error.actor.*': {
      target: '.failed',
      actions: withEvent('reportError'),
    },
  },
  states: {
    providing: {
      description: 'The effects of the machines are being given their services.',
      invoke: { id: 'provideEffects', src: 'provideEffects', onDone: 'creating' },
    },
    creating: {
      description: 'The actors are being created.',
      invoke: {
        id: 'createApp',
        src: 'createApp',
        onDone: { target: 'starting', actions: withEvent('setApp') },
      },
    },
    starting: {
      description: 'The actors are being started.',
      invoke: { id: 'startApp', src: 'startApp', input: contextOf, onDone: 'loadingViews' },
    },
    loadingViews: {
      description: 'The code of the components on the page is being fetched.',
      invoke: {
        id: 'loadViews',
        src: 'loadViews',
        onDone: { target: 'hydrating', actions: withEvent('setViews') },
      },
    },
    hydrating: {
      description: 'React takes over the elements that the server has rendered.',
      invoke: { id: 'hydrate', src: 'hydrate', input: contextOf, onDone: 'waitingForLoad' },
    },
    waitingForLoad: {
      description: 'Waits until the pictures and the styles of the page are there.',
      ...invokeThen('waitForLoad', 'waitingForIdle'),
    },
    waitingForIdle: {
      description: 'Waits until the browser has nothing else to do.',
      ...invokeThen('waitForIdle', 'idle'),
    },
    /** Deferred code no longer delays the resources of the visible page. */
    idle: { description: 'The app has started.', type: 'final' },
    /** The page stays as the server has rendered it. */
    failed: {
      description:
        'The app could not be started, and the page stays as the server has rendered it.',
      type: 'final',
    },
  },
})
