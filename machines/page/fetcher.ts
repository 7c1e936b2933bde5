/** Fetches the page that is request, one at a time: whoever wants another one gives up the first. */
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
import { promiseEffect } from '../effects.ts'
import type { FetchChainOutput, fetchChainMachine } from './fetch-chain.ts'

interface PageRequest {
  location: Location
  /** Given back with the answer, so that it finds who asked. */
  token: number
  /** Somebody else is looking now: nothing that was read before may stay. */
  bypassCache: boolean
}

export type FetcherEvent =
  | ({ type: 'page.requested' } & PageRequest)
  /** One of the app's own screens is currentPage instead of a page. */
  | { type: 'page.unloaded' }

export type FetcherEmitted =
  | { type: 'page.loaded'; token: number; page: AssembledPage }
  | { type: 'page.redirected'; token: number; to: string }
  | { type: 'page.failed'; token: number; failure: Failure }

type ChainEvent =
  | { type: 'xstate.done.actor.fetchChain'; output: FetchChainOutput }
  | { type: `xstate.error.actor.${string}`; error: unknown }

export const fetcherMachine = setup({
  types: {} as {
    input: { page: AssembledPage | null; location?: Location }
    context: {
      currentPage: AssembledPage | null
      /** The query it was asked for with, since then or at first. */
      search: string
      /** Somebody else is looking, and has not been currentPage anything yet. */
      isStale: boolean
      token: number
      /** What the chain is asked for. */
      request: InputFrom<typeof fetchChainMachine> | null
    }
    events: FetcherEvent | ChainEvent
    emitted: FetcherEmitted
    tags: 'busy'
  },
  actors: { loadChain: promiseEffect<typeof fetchChainMachine>('loadChain') },
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
    /** Whoever turns back before the next page is there finds the one they left. */
    isCurrentPage: (
      { context: { currentPage, search, isStale } },
      { location, bypassCache }: PageRequest,
    ) =>
      currentPage?.path === location.path && search === location.search && !bypassCache && !isStale,
    /** What is on a page does not depend on the query, but for lists, which read themselves. */
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
    /** No first page needs the chain, so its code comes when there is a second. */
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
            // XState heeds the id of a logic that is given itself, though its types would have none.
            enqueue.spawnChild(output, { id: 'fetchChain' as never, input: request! })
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
export const isFetching = (snapshot: Snapshot) => snapshot.hasTag('busy')
