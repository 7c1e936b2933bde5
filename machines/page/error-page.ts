/** Decides when the error page is shown in place of the page, and loads its code before a page may fail. */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    errorPage:
      | { type: 'home.requested' }
      /** The site can be reached again, so the page that failed for lack of a connection is requested again. */
      | { type: 'retry.requested' }
  }
}

export type ErrorPageEvent =
  | { type: 'page.failed'; failure: Failure }
  | { type: 'page.loaded' }
  /** A screen of the app (sign in, administration) is shown instead of a page of content. */
  | { type: 'page.unloaded' }
  | { type: 'home.requested' }
  /** A navigation has begun, which may fail. */
  | { type: 'view.requested' }
  /** The site can be reached again. */
  | { type: 'connection.opened' }
  | { type: 'network.restored' }

export const errorPageMachine = setup({
  types: {} as {
    /** The failure that the page was rendered with, or null. */
    input: { failure: Failure | null }
    context: {
      failure: Failure | null
      /** The component, null until it is loaded. Machines do not know React, so this has no type here. */
      view: unknown
    }
    events: ErrorPageEvent
    emitted: EmittedBy<'errorPage'>
  },
  actors: { loadErrorView: promiseEffect<unknown>(), listener },
  actions: {
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setView: assign((_, { output }: { output: unknown }) => ({ view: output })),
    clearFailure: assign({ failure: null }),
    emitHomeRequested: emit({ type: 'home.requested' }),
    emitRetryRequested: emit({ type: 'retry.requested' }),
  },
  guards: {
    hasFailure: ({ context }) => context.failure !== null,
    isOffline: ({ context }) => context.failure?.kind === 'offline',
  },
}).createMachine({
  id: 'errorPage',
  meta: {
    guards: {
      hasFailure: 'The page has failed.',
      isOffline: 'The page has failed because the network was away.',
    },
  },
  context: ({ input: { failure } }) => ({ failure, view: null }),
  invoke: listenTo<ErrorPageEvent>({
    pageRequest: ['page.failed', 'page.unloaded'],
    fetcher: ['page.loaded', 'page.failed'],
    hubConnection: ['connection.opened'],
    network: ['network.restored'],
  }),
  type: 'parallel',
  states: {
    screen: {
      description: 'What is shown in place of the page.',
      initial: 'deciding',
      on: {
        'page.failed': {
          target: '.visible',
          actions: withEvent('setFailure'),
        },
      },
      states: {
        deciding: {
          description: 'Looks whether the first page has failed already.',
          always: [{ guard: 'hasFailure', target: 'visible' }, { target: 'hidden' }],
        },
        hidden: { description: 'The page itself is shown.', entry: 'clearFailure' },
        visible: {
          description: 'The error page says what went wrong.',
          on: {
            'page.loaded': 'hidden',
            'page.unloaded': 'hidden',
            // The error page stays until the home page has loaded, so that the screen is never blank in between.
            'home.requested': { actions: 'emitHomeRequested' },
            'connection.opened': { guard: 'isOffline', actions: 'emitRetryRequested' },
            'network.restored': { guard: 'isOffline', actions: 'emitRetryRequested' },
          },
        },
      },
    },
    view: {
      description: 'The code of the error page.',
      initial: 'unloaded',
      states: {
        unloaded: {
          description: 'The code is not there yet, and nothing has needed it.',
          on: { 'view.requested': 'loading', 'page.failed': 'loading' },
        },
        loading: {
          description: 'The code is being fetched, so that it is there before a page fails.',
          invoke: {
            id: 'loadErrorView',
            src: 'loadErrorView',
            onDone: { target: 'loaded', actions: withEvent('setView') },
            // A plain message takes its place until the next failure.
            onError: 'unloaded',
          },
        },
        loaded: { description: 'The code is there.' },
      },
    },
  },
})

export type ErrorPageRef = ActorRefFrom<typeof errorPageMachine>
type Snapshot = SnapshotFrom<typeof errorPageMachine>
/** Returns the failure to show, or null while no error page is shown. */
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** Returns the error screen's component, of which the machine knows no type; null until it is loaded. */
export const selectView = (snapshot: Snapshot) => snapshot.context.view
