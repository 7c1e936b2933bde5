/** Searches the pages of the site while an address is typed, and holds the one that the arrow keys have reached. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { type PageSearchResult, pageQueryOf } from '#content/links/address-input.ts'
import { pagesLabel } from '#content/page/pages-label.ts'
import { promiseEffect } from '../../declare-effects.ts'
import { withEvent } from '../../with-event.ts'

type PageSearchEvent =
  | { type: 'address.changed'; address: string }
  /** Pages are to be found at once, without a pause after typing: an arrow key was pressed. */
  | { type: 'search.requested'; address: string }
  | { type: 'option.moved'; by: 1 | -1 }
  /** A page was chosen, or the field was left. */
  | { type: 'search.dismissed' }

interface Context {
  query: string
  pages: readonly PageSearchResult[]
  /** The index in the list that the keys have reached, or null while they are in the field. */
  index: number | null
}

interface AddressParams {
  address: string
}

/** Returns the index that is reached from the current one; the field is between the last page and the first one. */
const movedIndex = ({ pages, index }: Context, by: number) => {
  const stops = pages.length + 1
  const next = ((index ?? pages.length) + by + stops) % stops
  return next === pages.length ? null : next
}

export const pageSearchMachine = setup({
  types: {} as { context: Context; events: PageSearchEvent },
  actors: { searchPages: promiseEffect<PageSearchResult[], { query: string }>() },
  actions: {
    setQuery: assign((_, { address }: AddressParams) => ({
      query: pageQueryOf(address)!,
      index: null,
    })),
    setPages: assign((_, { output }: { output: PageSearchResult[] }) => ({
      pages: output,
      index: null,
    })),
    moveIndex: assign(({ context }, { by }: { by: number }) => ({
      index: movedIndex(context, by),
    })),
    clear: assign({ pages: [], index: null }),
  },
  guards: {
    /** An address elsewhere is no page of the site. */
    isSiteAddress: (_, { address }: AddressParams) => pageQueryOf(address) !== null,
    hasQuery: (_, { address }: AddressParams) => Boolean(pageQueryOf(address)),
  },
  delays: { debounce: 250 },
}).createMachine({
  id: 'pageSearch',
  meta: {
    guards: {
      isSiteAddress: 'The address may be that of a page of this site.',
      hasQuery: 'The address has words to search for.',
    },
  },
  context: { query: '', pages: [], index: null },
  initial: 'idle',
  on: {
    'address.changed': [
      {
        guard: withEvent('hasQuery'),
        target: '.debouncing',
        reenter: true,
        actions: withEvent('setQuery'),
      },
      { target: '.idle' },
    ],
    'search.dismissed': '.idle',
  },
  states: {
    idle: {
      description: 'No page is offered.',
      entry: 'clear',
      on: {
        'search.requested': {
          guard: withEvent('isSiteAddress'),
          target: 'searching',
          actions: withEvent('setQuery'),
        },
      },
      initial: 'closed',
      states: {
        closed: { description: 'Nothing is searched for.' },
        failed: { description: 'The server could not search the pages.' },
      },
    },
    debouncing: {
      description: 'Waits for a pause in the typing.',
      after: { debounce: 'searching' },
    },
    searching: {
      description: 'The pages of the site are being searched.',
      invoke: {
        id: 'searchPages',
        src: 'searchPages',
        input: ({ context: { query } }) => ({ query }),
        onDone: { target: 'found', actions: withEvent('setPages') },
        onError: 'idle.failed',
      },
    },
    found: {
      description: 'The found pages are offered.',
      on: { 'option.moved': { actions: withEvent('moveIndex') } },
    },
  },
})

export type PageSearchRef = ActorRefFrom<typeof pageSearchMachine>
type Snapshot = SnapshotFrom<typeof pageSearchMachine>
/** Returns the pages that were found; while others are searched, those from before. */
export const selectPages = (snapshot: Snapshot) => snapshot.context.pages
/** True while pages are offered. */
export const isOpen = (snapshot: Snapshot) => selectPages(snapshot).length > 0
export const selectIndex = (snapshot: Snapshot) => snapshot.context.index
/** Returns the page that the arrow keys have reached, or null. */
export const selectPage = ({ context: { pages, index } }: Snapshot) =>
  (index === null ? null : pages[index]) ?? null
export const canMove = (snapshot: Snapshot) =>
  snapshot.can({ type: 'option.moved', by: 1 }) && isOpen(snapshot)

/** Returns the message about the search, or null while there is nothing to say. */
export const selectMessage = (snapshot: Snapshot) => {
  if (snapshot.matches({ idle: 'failed' })) return 'The pages could not be searched. Type the path.'
  if (!snapshot.matches('found')) return null
  const { length } = snapshot.context.pages
  return length === 0 ? 'Nothing found' : pagesLabel(length)
}
