/** Fetches the requested page. A new request aborts the one before it. */
import {
  type ActorRefFrom,
  type InputFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  setup,
  stopChild,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { loadedActor, promiseEffect } from '../effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../listener.ts'
import type { FetchChainOutput, fetchChainMachine } from './fetch-chain.ts'

interface PageRequest {
  location: Location
  /** Returned with the response, so that the sender can recognize its own request. */
  token: number
  /** The session has changed: nothing in the cache may be reused. */
  bypassCache: boolean
}

export type FetcherEvent =
  | ({ type: 'page.requested' } & PageRequest)
  /** A screen of the app (sign in, administration) is shown instead of a page of content. */
  | { type: 'page.unloaded' }

type ChainEvent =
  | { type: 'xstate.done.actor.fetchChain'; output: FetchChainOutput }
  | { type: `xstate.error.actor.${string}`; error: unknown }

export const fetcherMachine = setup({
  types: {} as {
    input: { page: AssembledPage | null; location?: Location }
    context: {
      currentPage: AssembledPage | null
      /** The query string of the current page. */
      search: string
      /** The session has changed and no page has been loaded since. */
      isStale: boolean
      token: number
      /** The input of the running fetch chain. */
      request: InputFrom<typeof fetchChainMachine> | null
    }
    events: FetcherEvent | ChainEvent
    emitted: EmittedBy<'fetcher'>
    tags: 'busy'
  },
  actors: { loadChain: promiseEffect<typeof fetchChainMachine>('loadChain'), listener },
  actions: {
    emitCurrentPage: emit(({ context, event }) => {
      assertEvent(event, 'page.requested')
      return { type: 'page.loaded' as const, token: event.token, page: context.currentPage! }
    }),
    emitFailed: emit(({ context: { token }, event }) => ({
      type: 'page.failed' as const,
      token,
      failure: Failure.from('error' in event ? event.error : undefined),
    })),
  },
  guards: {
    /** True when the requested page is still shown, such as after going back before the next page has loaded. */
    isCurrentPage: (
      { context: { currentPage, search, isStale } },
      { location, bypassCache }: PageRequest,
    ) =>
      currentPage?.path === location.path && search === location.search && !bypassCache && !isStale,
    /**
     * True when only the query differs. The page itself does not depend on the query; its collections fetch their own
     * results.
     */
    isQueryChange: (
      { context: { currentPage, search, isStale } },
      { location, bypassCache }: PageRequest,
    ) =>
      currentPage?.path === location.path && search !== location.search && !bypassCache && !isStale,
  },
}).createMachine({
  id: 'fetcher',
  context: ({ input: { page, location } }) => ({
    currentPage: page,
    search: location?.search ?? '',
    isStale: false,
    token: 0,
    request: null,
  }),
  invoke: {
    src: 'listener',
    input: listenTo<FetcherEvent>({ navigation: ['page.requested', 'page.unloaded'] }),
  },
  initial: 'idle',
  on: {
    'page.requested': [
      {
        guard: { type: 'isCurrentPage', params: ({ event }) => event },
        target: '.idle',
        actions: 'emitCurrentPage',
      },
      '.loading',
    ],
    'page.unloaded': { target: '.idle', actions: assign({ currentPage: null }) },
  },
  states: {
    idle: {
      on: {
        'page.requested': {
          guard: { type: 'isQueryChange', params: ({ event }) => event },
          actions: [assign({ search: ({ event }) => event.location.search }), 'emitCurrentPage'],
        },
      },
    },
    /** Loads the code of the fetch chain, which no first page needs. */
    loading: {
      tags: 'busy',
      entry: assign(({ context, event }) => {
        assertEvent(event, 'page.requested')
        const { token, location } = event
        const bypassCache = event.bypassCache || context.isStale
        return { token, request: { location, bypassCache }, isStale: bypassCache }
      }),
      invoke: {
        id: 'loadChain',
        src: 'loadChain',
        onDone: {
          target: 'fetching',
          actions: enqueueActions(({ enqueue, context: { request }, event: { output } }) => {
            enqueue.spawnChild(output, loadedActor('fetchChain', request!))
          }),
        },
        onError: { target: 'idle', actions: 'emitFailed' },
      },
    },
    fetching: {
      tags: 'busy',
      exit: stopChild('fetchChain'),
      on: {
        'xstate.done.actor.fetchChain': {
          target: 'idle',
          actions: [
            assign(({ context: { request }, event: { output } }) =>
              output.kind === 'loaded'
                ? { currentPage: output.page, search: request!.location.search, isStale: false }
                : {},
            ),
            emit(({ context: { token }, event: { output } }) => {
              if (output.kind === 'loaded') return { type: 'page.loaded', token, page: output.page }
              if (output.kind === 'redirected')
                return { type: 'page.redirected', token, to: output.to }
              return { type: 'page.failed', token, failure: output.failure }
            }),
          ],
        },
        'xstate.error.actor.fetchChain': { target: 'idle', actions: 'emitFailed' },
      },
    },
  },
})

export type FetcherRef = ActorRefFrom<typeof fetcherMachine>
type Snapshot = SnapshotFrom<typeof fetcherMachine>
export const selectCurrentPage = (snapshot: Snapshot) => snapshot.context.currentPage
