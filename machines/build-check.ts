/** Asks now and then whether a newer build is being served; the next navigation then loads it. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { performed, promised } from './effects.ts'

export type BuildCheckEvent =
  /** The server may be another one when it is back. */
  | { type: 'line.lost' }
  | { type: 'line.opened' }
  | { type: 'page.wanted' }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.left' }

export const buildCheckMachine = setup({
  types: {} as { events: BuildCheckEvent },
  actors: {
    /** Whether another build than the one that runs here is being served, and is all there. */
    readLatest: promised<boolean>('readLatest'),
  },
  actions: {
    /** The address has been committed by then, so the new build begins there. */
    reloadPage: performed('reloadPage'),
  },
  delays: { pollInterval: 3_600_000 },
}).createMachine({
  id: 'buildCheck',
  initial: 'resting',
  states: {
    resting: {
      after: { pollInterval: 'asking' },
      on: { 'line.lost': 'doubting' },
    },
    doubting: { on: { 'line.opened': 'asking' } },
    asking: {
      invoke: {
        id: 'readLatest',
        src: 'readLatest',
        onDone: [{ guard: ({ event }) => event.output, target: 'outdated' }, { target: 'resting' }],
        onError: 'resting',
      },
    },
    outdated: { on: { 'page.wanted': 'reloading', 'page.left': 'reloading' } },
    reloading: { entry: 'reloadPage' },
  },
})

export type BuildCheckRef = ActorRefFrom<typeof buildCheckMachine>
type Snapshot = SnapshotFrom<typeof buildCheckMachine>
export const isOutdated = (snapshot: Snapshot) => snapshot.matches('outdated')
