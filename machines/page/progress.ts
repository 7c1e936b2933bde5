/** Shows the progress bar for a page that takes longer than 200 ms to load. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { listenTo, listener } from '../actor-listener.ts'

export type ProgressEvent =
  | { type: 'page.requested' }
  | { type: 'page.loaded' }
  | { type: 'page.failed' }
  /** A screen of the app (sign in, administration) is shown instead of a page of content. */
  | { type: 'page.unloaded' }

export const progressMachine = setup({
  types: {} as { events: ProgressEvent },
  actors: { listener },
  delays: {
    /** Avoids a flash of the bar for pages that load sooner. */
    showDelay: 200,
    /** The time a full bar stays visible. */
    finishDelay: 100,
  },
}).createMachine({
  id: 'progress',
  invoke: listenTo<ProgressEvent>({
    pageRequest: ['page.requested', 'page.failed', 'page.unloaded'],
    fetcher: ['page.loaded', 'page.failed'],
  }),
  initial: 'hidden',
  states: {
    hidden: { description: 'No bar is shown.', on: { 'page.requested': 'waiting' } },
    waiting: {
      description: 'A page is loading, and may be there before a bar is worth showing.',
      after: { showDelay: 'visible' },
      on: { 'page.loaded': 'hidden', 'page.failed': 'hidden', 'page.unloaded': 'hidden' },
    },
    visible: {
      description: 'The bar shows that a page is loading.',
      on: { 'page.loaded': 'finishing', 'page.failed': 'finishing', 'page.unloaded': 'finishing' },
    },
    finishing: {
      description: 'The page is there, and the bar is full for a moment.',
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
