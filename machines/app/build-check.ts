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
  meta: {
    guards: {
      isOutdated: 'The server has a newer build than the page.',
    },
  },
  invoke: listenTo<BuildCheckEvent>({
    hubConnection: ['connection.lost', 'connection.opened'],
    pageRequest: ['page.requested', 'page.unloaded'],
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'The build of the page is the newest, as far as is known.',
      after: { pollInterval: 'checking' },
      on: { 'connection.lost': 'serverRestarting' },
    },
    serverRestarting: {
      description:
        'The connection to the server is lost, perhaps because a new build is being deployed.',
      on: { 'connection.opened': 'checking' },
    },
    checking: {
      description: 'Asks the server for its build.',
      invoke: {
        id: 'fetchLatestBuild',
        src: 'fetchLatestBuild',
        onDone: [{ guard: withEvent('isOutdated'), target: 'outdated' }, { target: 'idle' }],
        onError: 'idle',
      },
    },
    outdated: {
      description: 'A newer build is deployed, and the next navigation loads it.',
      on: { 'page.requested': 'reloading', 'page.unloaded': 'reloading' },
    },
    reloading: {
      description: 'The document is being loaded again with the newer build.',
      entry: 'reloadPage',
    },
  },
})
