/** Whether a page that is on its way is worth a progress bar: one that comes at once is not. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'

export type ProgressEvent =
  | { type: 'page.requested' }
  | { type: 'page.loaded' }
  | { type: 'page.failed' }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.unloaded' }

export const progressMachine = setup({
  types: {} as { events: ProgressEvent },
  delays: {
    /** What comes sooner would only flash. */
    showDelay: 200,
    /** How long a full bar is seen (specification, section 9). */
    finishDelay: 100,
  },
}).createMachine({
  id: 'progress',
  initial: 'hidden',
  states: {
    hidden: { on: { 'page.requested': 'waiting' } },
    waiting: {
      after: { showDelay: 'visible' },
      on: { 'page.loaded': 'hidden', 'page.failed': 'hidden', 'page.unloaded': 'hidden' },
    },
    visible: {
      on: { 'page.loaded': 'finishing', 'page.failed': 'finishing', 'page.unloaded': 'finishing' },
    },
    finishing: {
      after: { finishDelay: 'hidden' },
      on: { 'page.requested': 'visible' },
    },
  },
})

export type ProgressRef = ActorRefFrom<typeof progressMachine>
type Snapshot = SnapshotFrom<typeof progressMachine>
export const isVisible = (snapshot: Snapshot) =>
  snapshot.matches('visible') || snapshot.matches('finishing')
export const isFinishing = (snapshot: Snapshot) => snapshot.matches('finishing')
