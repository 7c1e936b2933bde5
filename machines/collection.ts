/** One list on a page: shows the part that the address asks for, and has the address ask for what somebody searches. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import { searchWith, wordsIn } from '#content/listed.ts'
import { listened, performed, promised } from './effects.ts'

/** The address of the page has another query. */
export interface QueryChanged {
  type: 'query.changed'
  search: string
}

export type CollectionEvent =
  | QueryChanged
  | { type: 'words.changed'; words: string }
  /** They have written what they are looking for. */
  | { type: 'search.requested' }
  | { type: 'retry.requested' }

interface Input {
  iri: Iri
  /** The query that it was read with. */
  search: string
}

interface Context extends Input {
  words: string
  failure: Failure | null
}

export const collectionMachine = setup({
  types: {} as { input: Input; context: Context; events: CollectionEvent; tags: 'busy' | 'failed' },
  actors: {
    /** Tells of every other query of the page it is on. */
    watchQuery: listened<QueryChanged>('watchQuery'),
    /** Reads it as the query wants it, and keeps it where content is kept. */
    readCollection: promised<void, Input>('readCollection'),
  },
  actions: {
    /** The address is not ours: it changes if whoever owns it agrees. */
    askFor: performed<{ search: string }>('askFor'),
    keepSearch: assign({ search: (_, { search }: { search: string }) => search, failure: null }),
  },
  guards: {
    isOther: ({ context }, { search }: { search: string }) => search !== context.search,
    isAsked: ({ context: { words, search } }) => words.trim() === wordsIn(search),
  },
  delays: { pause: 250 },
}).createMachine({
  id: 'collection',
  context: ({ input }) => ({ ...input, words: wordsIn(input.search), failure: null }),
  type: 'parallel',
  invoke: { id: 'watchQuery', src: 'watchQuery', onError: {} },
  states: {
    box: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'words.changed': {
              target: 'typing',
              actions: assign({ words: ({ event }) => event.words }),
            },
            'query.changed': {
              // What they wrote stays as they wrote it, a space at its end too.
              guard: ({ context, event }) => wordsIn(event.search) !== context.words.trim(),
              actions: assign({ words: ({ event }) => wordsIn(event.search) }),
            },
          },
        },
        typing: {
          on: {
            'words.changed': {
              target: 'typing',
              reenter: true,
              actions: assign({ words: ({ event }) => event.words }),
            },
            'search.requested': 'asking',
          },
          after: { pause: 'asking' },
        },
        asking: {
          always: [
            { guard: 'isAsked', target: 'resting' },
            {
              target: 'resting',
              actions: {
                type: 'askFor',
                params: ({ context: { search, words } }) => ({
                  search: searchWith(search, { title: words.trim(), page: null }),
                }),
              },
            },
          ],
        },
      },
    },
    list: {
      initial: 'ready',
      on: {
        'query.changed': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.loading',
          reenter: true,
          actions: { type: 'keepSearch', params: ({ event }) => event },
        },
      },
      states: {
        ready: {},
        loading: {
          tags: 'busy',
          invoke: {
            id: 'readCollection',
            src: 'readCollection',
            input: ({ context: { iri, search } }) => ({ iri, search }),
            onDone: 'ready',
            onError: {
              target: 'failed',
              actions: assign({ failure: ({ event }) => Failure.from(event.error) }),
            },
          },
        },
        failed: { tags: 'failed', on: { 'retry.requested': 'loading' } },
      },
    },
  },
})

export type CollectionRef = ActorRefFrom<typeof collectionMachine>
type Snapshot = SnapshotFrom<typeof collectionMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectSearch = (snapshot: Snapshot) => snapshot.context.search
export const selectWords = (snapshot: Snapshot) => snapshot.context.words
/** Why the list is not there as it was asked for. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null
