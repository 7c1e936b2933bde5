/** Fetches the page that is wanted, one at a time: whoever wants another one gives up the first. */
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
import { Failure } from '#content/failure.ts'
import type { Location } from '#content/location.ts'
import type { ShownPage } from '#content/page.ts'
import { promised } from './effects.ts'
import type { FetchChainOutput, fetchChainMachine } from './fetch-chain.ts'

interface Wanted {
  location: Location
  /** Given back with the answer, so that it finds who asked. */
  token: number
  /** Somebody else is looking now: nothing that was read before may stay. */
  afresh: boolean
}

export type FetcherEvent =
  | ({ type: 'page.wanted' } & Wanted)
  /** One of the app's own screens is shown instead of a page. */
  | { type: 'page.left' }

export type FetcherEmitted =
  | { type: 'page.settled'; token: number; page: ShownPage }
  | { type: 'page.redirected'; token: number; to: string }
  | { type: 'page.failed'; token: number; failure: Failure }

type ChainEvent =
  | { type: 'xstate.done.actor.fetchChain'; output: FetchChainOutput }
  | { type: `xstate.error.actor.${string}`; error: unknown }

export const fetcherMachine = setup({
  types: {} as {
    input: { page: ShownPage | null; location?: Location }
    context: {
      shown: ShownPage | null
      /** The query it was asked for with, since then or at first. */
      search: string
      /** Somebody else is looking, and has not been shown anything yet. */
      isStale: boolean
      token: number
      /** What the chain is asked for. */
      wanted: InputFrom<typeof fetchChainMachine> | null
    }
    events: FetcherEvent | ChainEvent
    emitted: FetcherEmitted
    tags: 'busy'
  },
  actors: { loadChain: promised<typeof fetchChainMachine>('loadChain') },
  actions: {
    tellShown: emit(({ context, event }) => {
      assertEvent(event, 'page.wanted')
      return { type: 'page.settled' as const, token: event.token, page: context.shown! }
    }),
    tellFailed: emit(({ context: { token }, event }) => ({
      type: 'page.failed' as const,
      token,
      failure: Failure.from('error' in event ? event.error : undefined),
    })),
  },
  guards: {
    /** Whoever turns back before the next page is there finds the one they left. */
    isShown: ({ context: { shown, search, isStale } }, { location, afresh }: Wanted) =>
      shown?.path === location.path && search === location.search && !afresh && !isStale,
    /** What is on a page does not depend on the query, but for lists, which read themselves. */
    isOtherQuery: ({ context: { shown, search, isStale } }, { location, afresh }: Wanted) =>
      shown?.path === location.path && search !== location.search && !afresh && !isStale,
  },
}).createMachine({
  id: 'fetcher',
  context: ({ input: { page, location } }) => ({
    shown: page,
    search: location?.search ?? '',
    isStale: false,
    token: 0,
    wanted: null,
  }),
  initial: 'idle',
  on: {
    'page.wanted': [
      {
        guard: { type: 'isShown', params: ({ event }) => event },
        target: '.idle',
        actions: 'tellShown',
      },
      '.loading',
    ],
    'page.left': { target: '.idle', actions: assign({ shown: null }) },
  },
  states: {
    idle: {
      on: {
        'page.wanted': {
          guard: { type: 'isOtherQuery', params: ({ event }) => event },
          actions: [assign({ search: ({ event }) => event.location.search }), 'tellShown'],
        },
      },
    },
    /** No first page needs the chain, so its code comes when there is a second. */
    loading: {
      tags: 'busy',
      entry: assign(({ context, event }) => {
        assertEvent(event, 'page.wanted')
        const { token, location } = event
        const afresh = event.afresh || context.isStale
        return { token, wanted: { location, afresh }, isStale: afresh }
      }),
      invoke: {
        id: 'loadChain',
        src: 'loadChain',
        onDone: {
          target: 'fetching',
          actions: enqueueActions(({ enqueue, context: { wanted }, event: { output } }) => {
            // XState heeds the id of a logic that is given itself, though its types would have none.
            enqueue.spawnChild(output, { id: 'fetchChain' as never, input: wanted! })
          }),
        },
        onError: { target: 'idle', actions: 'tellFailed' },
      },
    },
    fetching: {
      tags: 'busy',
      exit: stopChild('fetchChain'),
      on: {
        'xstate.done.actor.fetchChain': {
          target: 'idle',
          actions: [
            assign(({ context: { wanted }, event: { output } }) =>
              output.kind === 'settled'
                ? { shown: output.page, search: wanted!.location.search, isStale: false }
                : {},
            ),
            emit(({ context: { token }, event: { output } }) => {
              if (output.kind === 'settled')
                return { type: 'page.settled', token, page: output.page }
              if (output.kind === 'redirected')
                return { type: 'page.redirected', token, to: output.to }
              return { type: 'page.failed', token, failure: output.failure }
            }),
          ],
        },
        'xstate.error.actor.fetchChain': { target: 'idle', actions: 'tellFailed' },
      },
    },
  },
})

export type FetcherRef = ActorRefFrom<typeof fetcherMachine>
type Snapshot = SnapshotFrom<typeof fetcherMachine>
export const selectShown = (snapshot: Snapshot) => snapshot.context.shown
export const isFetching = (snapshot: Snapshot) => snapshot.hasTag('busy')
