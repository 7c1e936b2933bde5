/** Holds what is typed to find a row of a list, until there is a pause. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { withEvent } from '../with-event.ts'

type RowTypeaheadEvent = { type: 'character.typed'; character: string }

export const rowTypeaheadMachine = setup({
  types: {} as {
    /** The characters typed so far. */
    context: { typed: string }
    events: RowTypeaheadEvent
  },
  actions: {
    addCharacter: assign(({ context }, { character }: { character: string }) => ({
      typed: context.typed + character,
    })),
    clearTyped: assign({ typed: '' }),
  },
  delays: {
    /** The pause after which the next character begins another search. */
    typeaheadTimeout: 700,
  },
}).createMachine({
  id: 'rowTypeahead',
  context: { typed: '' },
  initial: 'idle',
  on: { 'character.typed': { target: '.searching', actions: withEvent('addCharacter') } },
  states: {
    idle: { description: 'Nothing is being typed.', entry: 'clearTyped' },
    searching: {
      description: 'Characters are being typed to reach a row by its name.',
      after: { typeaheadTimeout: 'idle' },
    },
  },
})

export type RowTypeaheadRef = ActorRefFrom<typeof rowTypeaheadMachine>
export const selectTyped = ({ context }: SnapshotFrom<typeof rowTypeaheadMachine>) => context.typed
