/** Holds what is typed to search a list, and searches once there is a pause. The URL has the words that are searched for. */
import { type SnapshotFrom, assign, setup } from 'xstate'
import { wordsIn } from '#content/admin/resource-lists.ts'
import type { Location } from '#content/navigation/location.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Words {
  words: string
}

type ListSearchEvent =
  | { type: 'words.typed'; words: string }
  | { type: 'search.submitted' }
  | { type: 'location.committed'; location: Location }

export const listSearchMachine = setup({
  types: {} as { input: Words; context: Words; events: ListSearchEvent },
  actors: { listener },
  actions: {
    setWords: assign((_, { words }: Words) => ({ words })),
    showWords: assign((_, { location }: { location: Location }) => ({
      words: wordsIn(location.search),
    })),
    /** Puts the words into the URL, in place of the former ones, so that the way back leads out of the list. */
    openSearch: actionEffect<Words>(),
  },
  guards: {
    /** False where the text means the same as the URL: it stays as it was typed, with a trailing space. */
    isOther: ({ context: { words } }, { location }: { location: Location }) =>
      wordsIn(location.search) !== words.trim(),
  },
  delays: { debounce: 250 },
}).createMachine({
  id: 'listSearch',
  meta: {
    guards: {
      isOther: 'The URL has other words than the field.',
    },
  },
  context: ({ input: { words } }) => ({ words }),
  invoke: listenTo<ListSearchEvent>({ navigation: ['location.committed'] }),
  initial: 'idle',
  on: { 'words.typed': { target: '.typing', actions: withEvent('setWords') } },
  states: {
    idle: {
      description: 'The field and the URL say the same.',
      on: {
        'location.committed': { guard: withEvent('isOther'), actions: withEvent('showWords') },
      },
    },
    typing: {
      description: 'The user is typing, and the search begins after a short pause.',
      after: { debounce: 'searching' },
      on: { 'search.submitted': 'searching' },
    },
    searching: {
      description: 'The words are put into the URL.',
      entry: {
        type: 'openSearch',
        params: ({ context: { words } }) => ({ words: words.trim() }),
      },
      always: 'idle',
    },
  },
})

export const selectWords = ({ context }: SnapshotFrom<typeof listSearchMachine>) => context.words
