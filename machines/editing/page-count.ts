/** Holds on how many pages something is shown, for the outline and for the notice that a change changes all of them. */
import { type SnapshotFrom, assign, setup } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

interface PageCountInput {
  /** Null where there is nothing to count. */
  iri: Iri | null
}

type PageCountEvent =
  /** The count is read again if it is unknown, because the API gives it to administrators only. */
  | { type: 'session.renewed' }
  /** The count is read again: a component moved to another section may be on other pages. */
  | Extract<EmittedBy<'changeQueue'>, { type: 'change.saved' }>

export const pageCountMachine = setup({
  types: {} as {
    input: PageCountInput
    context: PageCountInput & { count: number | null }
    events: PageCountEvent
  },
  actors: { readPageCount: promiseEffect<number, { iri: Iri }>(), listener },
  guards: {
    hasResource: ({ context: { iri } }) => iri !== null,
    isTransfer: (_, { intent }: { intent: Intent }) => intent.kind === 'transfer',
  },
  actions: { setCount: assign((_, { output }: { output: number }) => ({ count: output })) },
}).createMachine({
  id: 'pageCount',
  meta: {
    guards: {
      hasResource: 'There is a resource to count for.',
      isTransfer: 'The change has moved something to another group, which may change the number.',
    },
  },
  context: ({ input }) => ({ ...input, count: null }),
  invoke: listenTo<PageCountEvent>({
    sessionRenewal: ['session.renewed'],
    changeQueue: ['change.saved'],
  }),
  initial: 'idle',
  on: { 'change.saved': { guard: withEvent('isTransfer'), target: '.idle' } },
  states: {
    idle: {
      description: 'Looks whether there is anything to count for.',
      always: { guard: 'hasResource', target: 'reading' },
    },
    reading: {
      description: 'Asks the server on how many pages it is shown.',
      invoke: {
        id: 'readPageCount',
        src: 'readPageCount',
        input: ({ context: { iri } }) => ({ iri: iri! }),
        onDone: { target: 'known', actions: withEvent('setCount') },
        // An API elsewhere may not count pages; both are then shown without the number.
        onError: 'unknown',
      },
    },
    known: { description: 'The number of pages is known.' },
    unknown: {
      description: 'The number of pages could not be read.',
      on: { 'session.renewed': 'reading' },
    },
  },
})

/** Returns the number of pages; null while it is unknown, and where there is nothing to count. */
export const selectCount = (snapshot: SnapshotFrom<typeof pageCountMachine>) =>
  snapshot.context.count
