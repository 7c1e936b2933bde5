/** Whether a page that is on its way is worth a progress bar: one that comes at once is not. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'

export type ProgressEvent =
  | { type: 'page.wanted' }
  | { type: 'page.settled' }
  | { type: 'page.failed' }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.left' }

export const progressMachine = setup({
  types: {} as { events: ProgressEvent },
  delays: {
    /** What comes sooner would only flash. */
    flashTime: 200,
    /** How long a full bar is seen (specification, section 9). */
    finishDelay: 100,
  },
}).createMachine({
  id: 'progress',
  initial: 'hidden',
  states: {
    hidden: { on: { 'page.wanted': 'waiting' } },
    waiting: {
      after: { flashTime: 'shown' },
      on: { 'page.settled': 'hidden', 'page.failed': 'hidden', 'page.left': 'hidden' },
    },
    shown: {
      on: { 'page.settled': 'finishing', 'page.failed': 'finishing', 'page.left': 'finishing' },
    },
    finishing: {
      after: { finishDelay: 'hidden' },
      on: { 'page.wanted': 'shown' },
    },
  },
})

export type ProgressRef = ActorRefFrom<typeof progressMachine>
type Snapshot = SnapshotFrom<typeof progressMachine>
export const isDrawn = (snapshot: Snapshot) =>
  snapshot.matches('shown') || snapshot.matches('finishing')
export const isFinishing = (snapshot: Snapshot) => snapshot.matches('finishing')
