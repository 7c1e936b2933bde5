/** Reloads the page when code of its build is no longer on the server: a newer build has replaced it. */
import { setup } from 'xstate'
import { actionEffect, callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

/** Code that is loaded on demand could not be loaded. */
export type StaleBuildEvent = { type: 'preload.failed'; isStylesheet: boolean }

export const staleBuildMachine = setup({
  types: {} as { events: StaleBuildEvent },
  actors: {
    watchPreloads: callbackEffect<StaleBuildEvent>(),
    /** Resolves with true if the server can be reached and no reload for this build has happened. */
    canReload: promiseEffect<boolean>(),
  },
  actions: { reloadPage: actionEffect() },
  guards: {
    /** The page works without a late stylesheet. */
    isNeeded: (_, { isStylesheet }: StaleBuildEvent) => !isStylesheet,
    isAllowed: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'staleBuild',
  meta: {
    guards: {
      isNeeded: 'The missing file is code, without which the page does not work.',
      isAllowed: 'The page was not loaded again for this reason just now.',
    },
  },
  invoke: { id: 'watchPreloads', src: 'watchPreloads', onError: {} },
  initial: 'watching',
  states: {
    watching: {
      description: 'The code of the page is there, as far as is known.',
      on: {
        'preload.failed': {
          guard: withEvent('isNeeded'),
          target: 'checking',
        },
      },
    },
    /** If the code that asks the server cannot be loaded either, it is not loaded again. */
    checking: {
      description:
        'Code is missing on the server; looks whether the page was loaded again for that just now.',
      invoke: {
        id: 'canReload',
        src: 'canReload',
        onDone: [{ guard: withEvent('isAllowed'), target: 'reloading' }, { target: 'watching' }],
        onError: 'watching',
      },
    },
    reloading: {
      description: 'The document is being loaded again with the newer build.',
      entry: 'reloadPage',
    },
  },
})
