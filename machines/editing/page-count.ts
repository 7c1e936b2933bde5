/** Holds on how many pages something is shown, for the notice that a change to it changes all of them. */
import { type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'

interface PageCountInput {
  iri: Iri
}

export const pageCountMachine = setup({
  types: {} as { input: PageCountInput; context: PageCountInput & { count: number | null } },
  actors: { readPageCount: promiseEffect<number, PageCountInput>('readPageCount') },
  actions: { setCount: assign((_, { output }: { output: number }) => ({ count: output })) },
}).createMachine({
  id: 'pageCount',
  context: ({ input }) => ({ ...input, count: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'readPageCount',
        src: 'readPageCount',
        input: ({ context: { iri } }) => ({ iri }),
        onDone: { target: 'known', actions: { type: 'setCount', params: ({ event }) => event } },
        // Another API may not tell it, and the notice does without.
        onError: 'unknown',
      },
    },
    known: {},
    unknown: {},
  },
})

/** Returns the number of pages; null while it is unknown. */
export const selectCount = (snapshot: SnapshotFrom<typeof pageCountMachine>) =>
  snapshot.context.count
