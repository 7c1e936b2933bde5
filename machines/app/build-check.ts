/** Asks now and then whether a newer build is being served; the next navigation then loads it. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { actionEffect, promiseEffect } from '../effects.ts'

export type BuildCheckEvent =
  /** The server may be another one when it is back. */
  | { type: 'connection.lost' }
  | { type: 'connection.opened' }
  | { type: 'page.requested' }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.unloaded' }

export const buildCheckMachine = setup({
  types: {} as { events: BuildCheckEvent },
  actors: {
    /** Whether another build than the one that runs here is being served, and is all there. */
    fetchLatestBuild: promiseEffect<boolean>('fetchLatestBuild'),
  },
  actions: {
    /** The address has been committed by then, so the new build begins there. */
    reloadPage: actionEffect('reloadPage'),
  },
  delays: { pollInterval: 3_600_000 },
}).createMachine({
  id: 'buildCheck',
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
        onDone: [{ guard: ({ event }) => event.output, target: 'outdated' }, { target: 'idle' }],
        onError: 'idle',
      },
    },
    outdated: { on: { 'page.requested': 'reloading', 'page.unloaded': 'reloading' } },
    reloading: { entry: 'reloadPage' },
  },
})

export type BuildCheckRef = ActorRefFrom<typeof buildCheckMachine>
type Snapshot = SnapshotFrom<typeof buildCheckMachine>
export const isOutdated = (snapshot: Snapshot) => snapshot.matches('outdated')
