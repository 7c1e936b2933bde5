/**
 * Controls one collection on a page: shows the results for the query in the URL, and puts what is typed into the URL.
 */
import { type ActorRefFrom, type SnapshotFrom, and, assertEvent, assign, not, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { updateSearch, titleQueryIn } from '#content/page/collection.ts'
import { type Location, contentLocation, locationOf } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

export type CollectionEvent =
  | { type: 'location.committed'; location: Location }
  | { type: 'page.requested'; location: Location }
  | { type: 'query.changed'; query: string }
  /** Enter was pressed or the search button was clicked. */
  | { type: 'search.submitted' }
  | { type: 'retry.requested' }
  /** The collection was saved, or rendered for the first time. */
  | { type: 'settings.reported'; settings: string }

export interface CollectionRequest {
  iri: Iri
  /** The query string that the results were fetched with. */
  search: string
  /** The settings of the collection that the results were fetched with (`listSettingsOf`); '' where there are none yet. */
  settings: string
}

interface Input extends CollectionRequest {
  /** The path of the page that shows the collection. */
  path: string
}

interface Context extends Input {
  query: string
  failure: Failure | null
}

const request = ({
  context: { iri, search, settings },
}: {
  context: Context
}): CollectionRequest => ({ iri, search, settings })
/** Returns the query string with the typed words, from the first page on. */
const typedSearch = ({ context: { search, query } }: { context: Context }) => ({
  search: updateSearch(search, { title: query.trim(), page: null }),
})

/** Returns the location that is committed or requested. */
const locationIn = (event: CollectionEvent) => {
  assertEvent(event, ['location.committed', 'page.requested'])
  return event.location
}
const contentPath = (path: string) => contentLocation(locationOf(path)).path

export const collectionMachine = setup({
  types: {} as {
    input: Input
    context: Context
    events: CollectionEvent
    tags: 'busy' | 'failed'
  },
  actors: {
    listener,
    /** Fetches the collection for its query string, or its settings before it is stored, and saves it in the cache. */
    readCollection: promiseEffect<void, CollectionRequest>(),
  },
  actions: {
    /** Asks navigation to change the query string. Navigation owns the URL and may refuse. */
    requestQuery: actionEffect<{ search: string }>(),
    setSearch: assign(({ event }) => ({ search: locationIn(event).search, failure: null })),
    setSettings: assign((_, { settings }: { settings: string }) => ({ settings, failure: null })),
    setQuery: assign((_, { query }: { query: string }) => ({ query })),
    showQuery: assign(({ event }) => ({ query: titleQueryIn(locationIn(event).search) })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    /** The query of another path belongs to a page that is still loading, not to this collection. */
    isSamePath: ({ context, event }) => locationIn(event).path === context.path,
    isSameContent: ({ context, event }) => locationIn(event).path === contentPath(context.path),
    isCurrentSearch: ({ context, event }) => locationIn(event).search === context.search,
    /** True where the text means the same as the URL: it stays as it was typed, with a trailing space. */
    isTypedQuery: ({ context, event }) =>
      titleQueryIn(locationIn(event).search) === context.query.trim(),
    areNewSettings: ({ context }, { settings }: { settings: string }) =>
      settings !== context.settings,
    isCurrentQuery: ({ context: { query, search } }) => query.trim() === titleQueryIn(search),
  },
  delays: {
    debounce: 250,
    /** Younger requests are likely to finish soon and go on when the page is left. */
    minAgeToAbort: 1_000,
  },
}).createMachine({
  id: 'collection',
  meta: {
    guards: {
      isSamePath: 'The location is that of the page with this list.',
      isSameContent: 'The location shows the same content as this page.',
      isCurrentSearch: 'The query string is the one that is listed already.',
      isTypedQuery: 'The URL asks for the words that are in the search field.',
      areNewSettings: 'The editor has changed how this list is built.',
      isCurrentQuery: 'The words in the field are in the URL already.',
    },
  },
  context: ({ input }) => ({ ...input, query: titleQueryIn(input.search), failure: null }),
  type: 'parallel',
  invoke: listenTo<CollectionEvent>({
    navigation: ['location.committed'],
    pageRequest: ['page.requested'],
  }),
  states: {
    search: {
      description: 'What the visitor types into the search field, until it is in the URL.',
      initial: 'idle',
      states: {
        idle: {
          description: 'The field and the URL say the same.',
          on: {
            'query.changed': {
              target: 'typing',
              actions: withEvent('setQuery'),
            },
            'location.committed': {
              guard: and(['isSamePath', not('isTypedQuery')]),
              actions: 'showQuery',
            },
          },
        },
        typing: {
          description: 'The visitor is typing, and the search begins after a short pause.',
          on: {
            'query.changed': {
              target: 'typing',
              reenter: true,
              actions: withEvent('setQuery'),
            },
            'search.submitted': 'committing',
          },
          after: { debounce: 'committing' },
        },
        committing: {
          description: 'Compares what was typed with the URL before it asks for another one.',
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
      description: 'What is listed for the query in the URL.',
      initial: 'ready',
      on: {
        'location.committed': {
          guard: and(['isSamePath', not('isCurrentSearch')]),
          target: '.loading',
          reenter: true,
          actions: 'setSearch',
        },
        'settings.reported': {
          guard: withEvent('areNewSettings'),
          target: '.loading',
          reenter: true,
          actions: withEvent('setSettings'),
        },
      },
      states: {
        ready: { description: 'The list belongs to the current query.' },
        loading: {
          description: 'Reads the list for the current query; the one before it stays visible.',
          tags: 'busy',
          invoke: {
            id: 'readCollection',
            src: 'readCollection',
            input: request,
            onDone: 'ready',
            onError: { target: 'failed', actions: withEvent('setFailure') },
          },
          initial: 'recent',
          states: {
            recent: {
              description: 'The request has just begun, and goes on even if the visitor leaves.',
              after: { minAgeToAbort: 'overdue' },
            },
            overdue: {
              description:
                'The request takes long, and is given up when another page is asked for.',
              on: {
                'page.requested': {
                  guard: not('isSameContent'),
                  target: '#collection.results.abandoned',
                },
              },
            },
          },
        },
        /** The page was left before the results arrived. They are fetched again when the user comes back. */
        abandoned: {
          description: 'The request was given up because another page is asked for.',
          tags: 'busy',
          on: { 'location.committed': { guard: 'isSamePath', target: 'loading' } },
        },
        failed: {
          description: 'The list could not be read, and the visitor can try again.',
          tags: 'failed',
          on: { 'retry.requested': 'loading' },
        },
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
