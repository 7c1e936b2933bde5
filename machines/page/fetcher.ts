/** Fetches the requested page. A new request aborts the one before it. */
import {
  type ActorRefFrom,
  type DoneActorEvent,
  type InputFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { PageOutcome } from '#content/page/fetching/payload.ts'
import { loadedActor, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { FetchChainEvent, fetchChainMachine } from './fetch-chain.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    fetcher:
      | { type: 'page.loaded'; token: number; page: AssembledPage }
      | { type: 'page.redirected'; token: number; to: string }
      | { type: 'page.failed'; token: number; failure: Failure }
  }
}

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

type EffectEvent =
  | DoneActorEvent<typeof fetchChainMachine, 'loadChain'>
  /** The outcome is null for a chain that was superseded. */
  | DoneActorEvent<PageOutcome | null, 'fetchChain'>
  | { type: `xstate.error.actor.${string}`; error: unknown }

interface Context {
  currentPage: AssembledPage | null
  /** The query string of the current page. */
  search: string
  /** The session has changed and no page has been loaded since. */
  isStale: boolean
  /** The input of the fetch chain that was started last. */
  request: InputFrom<typeof fetchChainMachine> | null
}

/** Returns the outcome of a chain that has ended by itself, or null. */
const outcomeOf = (event: FetcherEvent | EffectEvent) =>
  event.type === 'xstate.done.actor.fetchChain' ? event.output : null

/** True if the current page may be shown for a request. */
const isReusable = ({ currentPage, isStale }: Context, { location, bypassCache }: PageRequest) =>
  currentPage?.path === location.path && !currentPage.isPartial && !bypassCache && !isStale

/** Lets the running chain end as aborted, which aborts its requests. */
const abortChain = ['sendAborted', 'stopChain'] as const

export const fetcherMachine = setup({
  types: {} as {
    input: { page: AssembledPage | null; location?: Location }
    context: Context
    events: FetcherEvent | EffectEvent
    emitted: EmittedBy<'fetcher'>
    tags: 'busy'
  },
  actors: { loadChain: promiseEffect<typeof fetchChainMachine>(), listener },
  actions: {
    setRequest: assign(({ context, event }) => {
      assertEvent(event, 'page.requested')
      const { token, location } = event
      const bypassCache = event.bypassCache || context.isStale
      return { request: { token, location, bypassCache }, isStale: bypassCache }
    }),
    setSearch: assign(({ event }) => {
      assertEvent(event, 'page.requested')
      return { search: event.location.search }
    }),
    setLoadedPage: assign(({ context: { request }, event }) => {
      const outcome = outcomeOf(event)
      if (outcome?.kind !== 'loaded') return {}
      return { currentPage: outcome.page, search: request!.location.search, isStale: false }
    }),
    clearCurrentPage: assign({ currentPage: null }),
    spawnChain: enqueueActions(({ enqueue, context: { request }, event }) => {
      assertEvent(event, 'xstate.done.actor.loadChain')
      enqueue.spawnChild(event.output, loadedActor('fetchChain', request!))
    }),
    sendAborted: sendTo('fetchChain', { type: 'chain.aborted' } satisfies FetchChainEvent),
    stopChain: stopChild('fetchChain'),
    emitCurrentPage: emit(({ context, event }) => {
      assertEvent(event, 'page.requested')
      return { type: 'page.loaded', token: event.token, page: context.currentPage! }
    }),
    emitOutcome: emit(({ context: { request }, event }) => {
      const { token } = request!
      const outcome = outcomeOf(event)!
      if (outcome.kind === 'loaded') return { type: 'page.loaded', token, page: outcome.page }
      if (outcome.kind === 'redirected') return { type: 'page.redirected', token, to: outcome.to }
      return { type: 'page.failed', token, failure: outcome.failure }
    }),
    emitFailed: emit(({ context: { request }, event }) => ({
      type: 'page.failed',
      token: request!.token,
      failure: Failure.from('error' in event ? event.error : undefined),
    })),
  },
  guards: {
    /** True when the requested page is still shown, such as after going back before the next page has loaded. */
    isCurrentPage: ({ context, event }) =>
      event.type === 'page.requested' &&
      isReusable(context, event) &&
      context.search === event.location.search,
    /**
     * True when only the query differs. The page itself does not depend on the query; its collections fetch their own
     * results.
     */
    isQueryChange: ({ context, event }) =>
      event.type === 'page.requested' &&
      isReusable(context, event) &&
      context.search !== event.location.search,
    hasOutcome: ({ event }) => outcomeOf(event) !== null,
  },
}).createMachine({
  id: 'fetcher',
  meta: {
    guards: {
      isCurrentPage: 'The requested page is the one that is shown, with the same query.',
      isQueryChange: 'The requested page is the one that is shown, with another query.',
      hasOutcome: 'The page was loaded, has redirected or has failed, and was not aborted.',
    },
  },
  context: ({ input: { page, location } }) => ({
    currentPage: page,
    search: location?.search ?? '',
    isStale: false,
    request: null,
  }),
  invoke: listenTo<FetcherEvent>({ pageRequest: ['page.requested', 'page.unloaded'] }),
  initial: 'idle',
  on: {
    'page.requested': [
      { guard: 'isCurrentPage', target: '.idle', actions: 'emitCurrentPage' },
      '.loading',
    ],
    'page.unloaded': { target: '.idle', actions: 'clearCurrentPage' },
  },
  states: {
    idle: {
      description: 'Nothing is being loaded.',
      on: {
        'page.requested': { guard: 'isQueryChange', actions: ['setSearch', 'emitCurrentPage'] },
      },
    },
    /** Loads the code of the fetch chain, which no first page needs. */
    loading: {
      description: 'Fetches the code that reads pages, which is needed once.',
      tags: 'busy',
      entry: 'setRequest',
      invoke: {
        id: 'loadChain',
        src: 'loadChain',
        onDone: { target: 'fetching', actions: 'spawnChain' },
        onError: { target: 'idle', actions: 'emitFailed' },
      },
    },
    fetching: {
      description: 'A page is being read.',
      tags: 'busy',
      on: {
        'page.requested': [
          { guard: 'isCurrentPage', target: 'idle', actions: [...abortChain, 'emitCurrentPage'] },
          { target: 'loading', actions: [...abortChain] },
        ],
        'page.unloaded': { target: 'idle', actions: [...abortChain, 'clearCurrentPage'] },
        'xstate.done.actor.fetchChain': {
          guard: 'hasOutcome',
          target: 'idle',
          actions: ['stopChain', 'setLoadedPage', 'emitOutcome'],
        },
        'xstate.error.actor.fetchChain': { target: 'idle', actions: ['stopChain', 'emitFailed'] },
      },
    },
  },
})

export type FetcherRef = ActorRefFrom<typeof fetcherMachine>
type Snapshot = SnapshotFrom<typeof fetcherMachine>
export const selectCurrentPage = (snapshot: Snapshot) => snapshot.context.currentPage
