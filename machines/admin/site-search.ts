/** Searches the site while one types: its content by requests, and what can be done without them. Holds the active option. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { SearchOption, SiteCommand } from '#content/admin/site-commands.ts'
import {
  type FoundGroups,
  type GroupResults,
  type OptionMove,
  type SearchGroup,
  allOptions,
  failedGroups,
  hasFailed,
  isComplete,
  isSearchable,
  movedOption,
  optionGroups,
  searchSummary,
  searchingGroups,
} from '#content/admin/site-search.ts'
import { Failure } from '#content/model/failure.ts'
import { callbackEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

/** An answer of one of the groups, which come one by one. */
export type SearchAnswer =
  | { type: 'group.found'; group: SearchGroup; options: readonly SearchOption[] }
  | { type: 'group.failed'; group: SearchGroup; error: unknown }

type SiteSearchEvent =
  | SearchAnswer
  | { type: 'query.changed'; query: string }
  | { type: 'option.moved'; to: OptionMove }
  | { type: 'retry.requested' }

interface SiteSearchInput {
  commands: readonly SiteCommand[]
  /** Those that the user may read. */
  groups: readonly SearchGroup[]
}

interface Context extends SiteSearchInput {
  query: string
  found: FoundGroups
  /** The id of the option that the keys have reached; null for the first one. */
  activeId: string | null
}

export interface SiteSearchRequest {
  query: string
  groups: readonly SearchGroup[]
}

type Found = Extract<SearchAnswer, { type: 'group.found' }>
type Failed = Extract<SearchAnswer, { type: 'group.failed' }>

const failedResults = (error: unknown): GroupResults => ({
  status: 'failed',
  options: [],
  failure: Failure.from(error),
})

interface Query {
  query: string
}

const activeOption = (context: Context) => {
  const options = allOptions(context)
  return options.find(({ id }) => id === context.activeId) ?? options[0] ?? null
}

const setQuery = withEvent('setQuery')

export const siteSearchMachine = setup({
  types: {} as {
    input: SiteSearchInput
    context: Context
    events: SiteSearchEvent
    tags: 'busy'
  },
  actors: {
    /** Searches the groups side by side. An answer that comes after another search has begun is never sent. */
    searchSite: callbackEffect<SearchAnswer, SiteSearchRequest>(),
  },
  actions: {
    setQuery: assign((_, { query }: Query) => ({ query, activeId: null })),
    setSearching: assign(({ context: { groups, found, query } }) => ({
      found: searchingGroups(groups, found, query),
    })),
    setFound: assign(({ context }, { group, options }: Found) => ({
      found: { ...context.found, [group]: { status: 'found', options, failure: null } as const },
    })),
    setFailed: assign(({ context }, { group, error }: Failed) => ({
      found: { ...context.found, [group]: failedResults(error) },
    })),
    setAllFailed: assign(({ context: { groups } }, { error }: { error: unknown }) => ({
      found: Object.fromEntries(groups.map((group) => [group, failedResults(error)])),
    })),
    clearFound: assign({ found: {} }),
    moveActive: assign(({ context }, { to }: { to: OptionMove }) => ({
      activeId: movedOption(allOptions(context), activeOption(context), to)?.id ?? null,
    })),
  },
  guards: {
    isSearchable: (_, { query }: Query) => isSearchable(query),
    isComplete: ({ context }) => isComplete(context.found),
    hasFailed: ({ context }) => hasFailed(context.found),
  },
  delays: { debounce: 250 },
}).createMachine({
  id: 'siteSearch',
  meta: {
    guards: {
      isSearchable: 'Enough is entered to be searched for.',
      isComplete: 'Each part of the site was searched or has failed.',
      hasFailed: 'A part of the site could not be searched.',
    },
  },
  context: ({ input }) => ({ ...input, query: '', found: {}, activeId: null }),
  initial: 'idle',
  on: {
    'query.changed': [
      {
        guard: withEvent('isSearchable'),
        target: '.debouncing',
        reenter: true,
        actions: [setQuery, 'setSearching'],
      },
      { target: '.idle', actions: setQuery },
    ],
    'option.moved': { actions: withEvent('moveActive') },
  },
  states: {
    /** The query is too short for requests. */
    idle: { description: 'Nothing is entered that could be searched for.', entry: 'clearFound' },
    debouncing: {
      description: 'Waits for a pause in the typing.',
      tags: 'busy',
      after: { debounce: 'searching' },
    },
    searching: {
      description: 'The parts of the site are being searched.',
      tags: 'busy',
      invoke: {
        id: 'searchSite',
        src: 'searchSite',
        input: ({ context: { query, groups } }) => ({ query, groups }),
        onError: { target: 'settled', actions: withEvent('setAllFailed') },
      },
      always: { guard: 'isComplete', target: 'settled' },
      on: {
        'group.found': { actions: withEvent('setFound') },
        'group.failed': { actions: withEvent('setFailed') },
      },
    },
    settled: {
      description: 'Each part of the site was searched or has failed.',
      on: {
        'retry.requested': { guard: 'hasFailed', target: 'searching', actions: 'setSearching' },
      },
    },
  },
})

export type SiteSearchRef = ActorRefFrom<typeof siteSearchMachine>
type Snapshot = SnapshotFrom<typeof siteSearchMachine>
const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const canRetry = (snapshot: Snapshot) => snapshot.can({ type: 'retry.requested' })
export const selectQuery = (snapshot: Snapshot) => snapshot.context.query
/** Returns the groups of options that are shown. */
export const selectOptionGroups = ({ context }: Snapshot) => optionGroups(context)
/** Returns the option that Enter chooses, or null. */
export const selectActive = ({ context }: Snapshot) => activeOption(context)
export const selectFailedGroups = ({ context }: Snapshot) => failedGroups(context.found)
export const selectSummary = (snapshot: Snapshot) =>
  searchSummary(snapshot.context, isBusy(snapshot))
