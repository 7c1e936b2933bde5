/** Decides when the error page is shown in place of the page. */
import { type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Failure } from '#content/model/failure.ts'

export type ErrorPageEvent =
  | { type: 'page.failed'; failure: Failure }
  | { type: 'page.loaded' }
  /** A screen of the app (sign in, administration) is shown instead of a page of content. */
  | { type: 'page.unloaded' }
  | { type: 'home.requested' }

export type ErrorPageEmitted = { type: 'home.requested' }

export const errorPageMachine = setup({
  types: {} as {
    /** The failure that the page was rendered with, or null. */
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
        // The error page stays until the home page has loaded, so that the screen is never blank in between.
        'home.requested': { actions: emit({ type: 'home.requested' }) },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof errorPageMachine>
/** Returns the failure to show, or null while no error page is shown. */
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
