/** Searches what can be chosen in a field of an item while one types, and holds the option that the arrow keys have reached. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { ChoiceSource, FoundChoices, Option } from '#content/admin/item-form.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

type ChoiceSearchEvent =
  | { type: 'query.changed'; query: string }
  /** All are to be found at once: an arrow key was pressed, or the field. */
  | { type: 'search.requested' }
  | { type: 'option.moved'; by: 1 | -1 }
  /** An option was chosen, or the field was left. */
  | { type: 'search.dismissed' }

interface ChoiceSearchInput {
  /** Null where only one thing is searched. */
  source: ChoiceSource | null
  /** The item itself, which is not offered. */
  own: Iri | null
  /** The option of choosing nothing, which is offered before anything is typed; null where something has to be chosen. */
  none: Option | null
}

export interface ChoiceRequest extends ChoiceSearchInput {
  query: string
}

interface Context extends ChoiceSearchInput {
  /** Null until something is typed. */
  query: string | null
  found: FoundChoices
  /** The index of the option that the keys have reached, or null while they are in the field. */
  index: number | null
}

const nothing: FoundChoices = { options: [], total: 0 }

/** Returns the index that is reached from the current one; the field is between the last option and the first one. */
const movedIndex = ({ found: { options }, index }: Context, by: number) => {
  const stops = options.length + 1
  const next = ((index ?? options.length) + by + stops) % stops
  return next === options.length ? null : next
}

export const choiceSearchMachine = setup({
  types: {} as { input: ChoiceSearchInput; context: Context; events: ChoiceSearchEvent },
  actors: { searchChoices: promiseEffect<FoundChoices, ChoiceRequest>() },
  actions: {
    setQuery: assign((_, { query }: { query: string }) => ({ query, index: null })),
    setFound: assign((_, { output }: { output: FoundChoices }) => ({ found: output, index: null })),
    moveIndex: assign(({ context }, { by }: { by: number }) => ({
      index: movedIndex(context, by),
    })),
    clear: assign({ query: null, found: nothing, index: null }),
  },
  delays: { debounce: 250 },
}).createMachine({
  id: 'choiceSearch',
  context: ({ input }) => ({ ...input, query: null, found: nothing, index: null }),
  initial: 'closed',
  on: {
    'query.changed': { target: '.debouncing', reenter: true, actions: withEvent('setQuery') },
    'search.dismissed': '.closed',
  },
  states: {
    closed: {
      description: 'No choice is offered.',
      entry: 'clear',
      on: { 'search.requested': 'searching' },
      initial: 'resting',
      states: {
        resting: { description: 'Nothing is searched for.' },
        failed: { description: 'The choices could not be searched.' },
      },
    },
    debouncing: {
      description: 'Waits for a pause in the typing.',
      after: { debounce: 'searching' },
    },
    searching: {
      description: 'The choices are being searched.',
      invoke: {
        id: 'searchChoices',
        src: 'searchChoices',
        input: ({ context: { source, own, none, query } }) => ({
          source,
          own,
          none,
          query: query ?? '',
        }),
        onDone: { target: 'found', actions: withEvent('setFound') },
        onError: 'closed.failed',
      },
    },
    found: {
      description: 'The found choices are offered.',
      on: { 'option.moved': { actions: withEvent('moveIndex') } },
    },
  },
})

export type ChoiceSearchRef = ActorRefFrom<typeof choiceSearchMachine>
type Snapshot = SnapshotFrom<typeof choiceSearchMachine>
export const selectQuery = ({ context }: Snapshot) => context.query
/** Returns the options that were found; while others are searched, those from before. */
export const selectOptions = ({ context }: Snapshot) => context.found.options
/** True while options are offered. */
export const isOpen = (snapshot: Snapshot) => selectOptions(snapshot).length > 0
export const selectIndex = ({ context }: Snapshot) => context.index
/** Returns the option that the arrow keys have reached, or null. */
export const selectOption = ({ context: { found, index } }: Snapshot) =>
  (index === null ? null : found.options[index]) ?? null
export const canMove = (snapshot: Snapshot) =>
  snapshot.can({ type: 'option.moved', by: 1 }) && isOpen(snapshot)

/** Returns the message about the search, or null while there is nothing to say. */
export const selectMessage = (snapshot: Snapshot) => {
  if (snapshot.matches({ closed: 'failed' })) return 'The search has failed. Try it again.'
  if (!snapshot.matches('found')) return null
  const { found, none } = snapshot.context
  const shown = found.options.filter(({ value }) => value !== none?.value).length
  if (shown === 0) return 'Nothing found'
  return found.total > shown
    ? `${shown} of ${found.total.toLocaleString('en')}. Type to find others.`
    : `${shown} found`
}
