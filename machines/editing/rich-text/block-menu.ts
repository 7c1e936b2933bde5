/** Offers blocks while a slash and the beginning of a name are typed into an empty line, and holds the one that is reached. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { withEvent } from '../../with-event.ts'

export type BlockMenuEvent =
  /** The text after the slash in the line with the caret changes; null for a line without a slash at its beginning. */
  | { type: 'query.changed'; query: string | null }
  | { type: 'option.moved'; by: 1 | -1 }
  | { type: 'menu.dismissed' }

interface Context {
  /** The labels of all blocks. */
  labels: readonly string[]
  matches: readonly string[]
  index: number
}

interface QueryParams {
  query: string | null
}

/** Returns the labels with a word that begins with the query; none without a query. */
const matchesOf = ({ labels }: Context, query: string | null) => {
  if (query === null) return []
  const start = query.trim().toLowerCase()
  return labels.filter((label) => ` ${label.toLowerCase()}`.includes(` ${start}`))
}

const open = {
  guard: withEvent('hasMatches'),
  target: 'open',
  actions: withEvent('setMatches'),
} as const

export const blockMenuMachine = setup({
  types: {} as {
    input: { labels: readonly string[] }
    context: Context
    events: BlockMenuEvent
  },
  actions: {
    setMatches: assign(({ context }, { query }: QueryParams) => ({
      matches: matchesOf(context, query),
      index: 0,
    })),
    moveIndex: assign(({ context: { matches, index } }, { by }: { by: number }) => ({
      index: (index + by + matches.length) % matches.length,
    })),
    clear: assign({ matches: [], index: 0 }),
  },
  guards: {
    hasMatches: ({ context }, { query }: QueryParams) => matchesOf(context, query).length > 0,
    hasNoQuery: (_, { query }: QueryParams) => query === null,
  },
}).createMachine({
  id: 'blockMenu',
  meta: {
    guards: {
      hasMatches: 'Some blocks have a name that begins with what was typed.',
      hasNoQuery: 'The line has no slash at its beginning any more.',
    },
  },
  context: ({ input: { labels } }) => ({ labels, matches: [], index: 0 }),
  initial: 'closed',
  states: {
    closed: { description: 'No block is offered.', entry: 'clear', on: { 'query.changed': open } },
    open: {
      description: 'The blocks that match what is typed are offered.',
      on: {
        'query.changed': [open, { target: 'closed' }],
        'option.moved': { actions: withEvent('moveIndex') },
        'menu.dismissed': 'dismissed',
      },
    },
    /** Stays closed while more is typed into this line. */
    dismissed: {
      description: 'The user has closed the menu, which stays closed for this slash.',
      entry: 'clear',
      on: {
        'query.changed': { guard: withEvent('hasNoQuery'), target: 'closed' },
      },
    },
  },
})

export type BlockMenuRef = ActorRefFrom<typeof blockMenuMachine>
type Snapshot = SnapshotFrom<typeof blockMenuMachine>
/** True while a line without a slash need not be reported, because it changes nothing. */
export const isClosed = (snapshot: Snapshot) => snapshot.matches('closed')
/** Returns the labels of the blocks that are offered; none while the menu is not open. */
export const selectMatches = ({ context }: Snapshot) => context.matches
export const selectIndex = ({ context }: Snapshot) => context.index
/** Returns the label of the block that Enter inserts, or undefined. */
export const selectActive = ({ context: { matches, index } }: Snapshot) => matches[index]
