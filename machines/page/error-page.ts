/** The page that takes over when the one asked for could not be had. */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Failure } from '#content/model/failure.ts'

export type ErrorPageEvent =
  | { type: 'page.failed'; failure: Failure }
  | { type: 'page.loaded' }
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.unloaded' }
  | { type: 'home.requested' }

export type ErrorPageEmitted = { type: 'home.requested' }

export const errorPageMachine = setup({
  types: {} as {
    /** What the server could not show already. */
    input: { failure: Failure | null }
    context: { failure: Failure | null }
    events: ErrorPageEvent
    emitted: ErrorPageEmitted
  },
}).createMachine({
  id: 'errorPage',
  context: ({ input }) => input,
  initial: 'deciding',
  on: {
    'page.failed': {
      target: '.visible',
      actions: assign({ failure: ({ event }) => event.failure }),
    },
  },
  states: {
    deciding: {
      always: [
        { guard: ({ context }) => context.failure !== null, target: 'visible' },
        { target: 'hidden' },
      ],
    },
    hidden: { entry: assign({ failure: null }) },
    visible: {
      on: {
        'page.loaded': 'hidden',
        'page.unloaded': 'hidden',
        // It stays until the home page has come, so that nothing blank is seen between the two.
        'home.requested': { actions: emit({ type: 'home.requested' }) },
      },
    },
  },
})

export type ErrorPageRef = ActorRefFrom<typeof errorPageMachine>
type Snapshot = SnapshotFrom<typeof errorPageMachine>
/** What to say, or null while there is nothing wrong. */
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
