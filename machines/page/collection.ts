/**
 * Controls one collection on a page: shows the results for the query in the URL, and puts what is typed into the URL.
 */
import {
  type ActorRefFrom,
  type ErrorActorEvent,
  type SnapshotFrom,
  assertEvent,
  assign,
  not,
  setup,
} from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { updateSearch, titleQueryIn } from '#content/page/collection.ts'
import { callbackEffect, actionEffect, promiseEffect } from '../declare-effects.ts'

/** The page has the same path and another query. */
export interface LocationChanged {
  type: 'location.changed'
  search: string
}

/** Another page is requested. */
export interface PageLeft {
  type: 'page.left'
}

export type CollectionEvent =
  | LocationChanged
  | PageLeft
  | { type: 'query.changed'; query: string }
  /** Enter was pressed or the search button was clicked. */
  | { type: 'search.submitted' }
  | { type: 'retry.requested' }

interface Input {
  iri: Iri
  /** The query string that the results were fetched with. */
  search: string
}

interface Context extends Input {
  query: string
  failure: Failure | null
}

const request = ({ context: { iri, search } }: { context: Context }): Input => ({ iri, search })
/** Returns the query string with the typed words, from the first page on. */
const typedSearch = ({ context: { search, query } }: { context: Context }) => ({
  search: updateSearch(search, { title: query.trim(), page: null }),
})

export const collectionMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: CollectionEvent | ErrorActorEvent<unknown, 'readCollection'>
    tags: 'busy' | 'failed'
  },
  actors: {
    /** Sends each change of the query string while the page stays the same, and when it is left. */
    watchLocation: callbackEffect<LocationChanged | PageLeft>('watchLocation'),
    /** Fetches the collection for its query string and saves it in the cache. */
    readCollection: promiseEffect<void, Input>('readCollection'),
  },
  actions: {
    /** Asks navigation to change the query string. Navigation owns the URL and may refuse. */
    requestQuery: actionEffect<{ search: string }>('requestQuery'),
    setSearch: assign(({ event }) => {
      assertEvent(event, 'location.changed')
      return { search: event.search, failure: null }
    }),
    setQuery: assign(({ event }) => {
      assertEvent(event, ['query.changed', 'location.changed'])
      return { query: event.type === 'query.changed' ? event.query : titleQueryIn(event.search) }
    }),
    setFailure: assign(({ event }) => ({ failure: Failure.from('error' in event && event.error) })),
  },
  guards: {
    isCurrentSearch: ({ context, event }) =>
      event.type === 'location.changed' && event.search === context.search,
    /** True where the text means the same as the URL: it stays as it was typed, with a trailing space. */
    isTypedQuery: ({ context, event }) =>
      event.type === 'location.changed' && titleQueryIn(event.search) === context.query.trim(),
    isCurrentQuery: ({ context: { query, search } }) => query.trim() === titleQueryIn(search),
  },
  delays: {
    debounce: 250,
    /** Younger requests are likely to finish soon and go on when the page is left. */
    minAgeToAbort: 1_000,
  },
}).createMachine({
  id: 'collection',
  context: ({ input }) => ({ ...input, query: titleQueryIn(input.search), failure: null }),
  type: 'parallel',
  invoke: { id: 'watchLocation', src: 'watchLocation', onError: {} },
  states: {
    search: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'query.changed': { target: 'typing', actions: 'setQuery' },
            'location.changed': { guard: not('isTypedQuery'), actions: 'setQuery' },
          },
        },
        typing: {
          on: {
            'query.changed': { target: 'typing', reenter: true, actions: 'setQuery' },
            'search.submitted': 'committing',
          },
          after: { debounce: 'committing' },
        },
        committing: {
          always: [
            { guard: 'isCurrentQuery', target: 'idle' },
            {
              target: 'idle',
              actions: { type: 'requestQuery', params: typedSearch },
            },
          ],
        },
      },
    },
    results: {
      initial: 'ready',
      on: {
        'location.changed': {
          guard: not('isCurrentSearch'),
          target: '.loading',
          reenter: true,
          actions: 'setSearch',
        },
      },
      states: {
        ready: {},
        loading: {
          tags: 'busy',
          invoke: {
            id: 'readCollection',
            src: 'readCollection',
            input: request,
            onDone: 'ready',
            onError: { target: 'failed', actions: 'setFailure' },
          },
          initial: 'recent',
          states: {
            recent: { after: { minAgeToAbort: 'overdue' } },
            overdue: { on: { 'page.left': '#collection.results.abandoned' } },
          },
        },
        /** The page was left before the results arrived. They are fetched again when the user comes back. */
        abandoned: { tags: 'busy', on: { 'location.changed': 'loading' } },
        failed: { tags: 'failed', on: { 'retry.requested': 'loading' } },
      },
    },
  },
})

export type CollectionRef = ActorRefFrom<typeof collectionMachine>
type Snapshot = SnapshotFrom<typeof collectionMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectSearch = (snapshot: Snapshot) => snapshot.context.search
export const selectQuery = (snapshot: Snapshot) => snapshot.context.query
/** Returns why the results could not be loaded, or null. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null
