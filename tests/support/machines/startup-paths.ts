import type { AppRef } from '#machines/app/app.ts'
import { startupMachine } from '#machines/app/startup.ts'
import { pathsOf } from '#charts/paths/paths.ts'

const error = new Error('not here')

/** Returns the paths of the start, with the app that it creates and the views that it loads. */
export const startupPaths = (appRef: AppRef, views: unknown) =>
  pathsOf(startupMachine, {
    input: undefined,
    events: [
      { type: 'xstate.done.actor.provideEffects' },
      { type: 'xstate.error.actor.provideEffects', error },
      { type: 'xstate.done.actor.createApp', output: appRef },
      { type: 'xstate.error.actor.createApp', error },
      { type: 'xstate.done.actor.startApp' },
      { type: 'xstate.error.actor.startApp', error },
      { type: 'xstate.done.actor.loadViews', output: views },
      { type: 'xstate.error.actor.loadViews', error },
      { type: 'xstate.done.actor.hydrate' },
      { type: 'xstate.error.actor.hydrate', error },
      { type: 'xstate.done.actor.waitForLoad' },
      { type: 'xstate.error.actor.waitForLoad', error },
      { type: 'xstate.done.actor.waitForIdle' },
      { type: 'xstate.error.actor.waitForIdle', error },
    ],
  })
