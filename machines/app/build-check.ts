/**
 * Checks whether a newer build is deployed, every hour and after the server has restarted. The next navigation reloads
 * the page.
 */
import { setup } from 'xstate'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

export type BuildCheckEvent =
  /** The server may restart with a newer build. */
  | { type: 'connection.lost' }
  | { type: 'connection.opened' }
  | { type: 'page.requested' }
  /** A screen of the app (sign in, administration) is shown instead of a page of content. */
  | { type: 'page.unloaded' }

export const buildCheckMachine = setup({
  types: {} as { events: BuildCheckEvent },
  actors: {
    /** Resolves with true if another build is deployed and complete. */
    fetchLatestBuild: promiseEffect<boolean>(),
    listener,
  },
  actions: {
    /** Reloads the page. The URL is committed by then, so the new build starts at the new location. */
    reloadPage: actionEffect(),
  },
  guards: { isOutdated: (_, { output }: { output: boolean }) => output },
  delays: { pollInterval: 3_600_000 },
}).createMachine({
  id: 'buildCheck',
  invoke: listenTo<BuildCheckEvent>({
    hubConnection: ['connection.lost', 'connection.opened'],
    pageRequest: ['page.requested', 'page.unloaded'],
  }),
  initial: 'idle',
  states: {
    idle: {
      after: { pollInterval: 'checking' },
      on: { 'connection.lost': 'serverRestarting' },
    },
    serverRestarting: { on: { 'connection.opened': 'checking' } },
    checking: {
      invoke: {
        id: 'fetchLatestBuild',
        src: 'fetchLatestBuild',
        onDone: [{ guard: withEvent('isOutdated'), target: 'outdated' }, { target: 'idle' }],
        onError: 'idle',
      },
    },
    outdated: { on: { 'page.requested': 'reloading', 'page.unloaded': 'reloading' } },
    reloading: { entry: 'reloadPage' },
  },
})
