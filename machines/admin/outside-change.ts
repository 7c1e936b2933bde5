/** Reads an item again that somebody else has changed while it is edited here. Ends with it as it is then. */
import { assign, setup } from 'xstate'
import type { ItemForm } from '#content/admin/item-form.ts'
import { Failure } from '#content/model/failure.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface OutsideChangeInput {
  /** The path of the screen. */
  path: string
  /** False while nobody has changed it. */
  isOutdated: boolean
}

/** The result: the item as it is now, or null if it was deleted. */
export interface OutsideChangeOutcome {
  theirs: ItemForm | null
}

export const outsideChangeMachine = setup({
  types: {} as {
    input: OutsideChangeInput
    output: OutsideChangeOutcome
    context: OutsideChangeInput & OutsideChangeOutcome
  },
  actors: {
    /** Reads the version of somebody else. */
    readTheirs: promiseEffect<ItemForm, { path: string }>(),
  },
  actions: {
    setTheirs: assign((_, { output }: { output: ItemForm }) => ({ theirs: output })),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    isGone: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'notFound',
  },
  delays: {
    /** Collects changes that are made together, such as those of an item and its components. */
    debounce: 250,
    /** The delay before it is read again after that has failed. */
    retryDelay: 10_000,
  },
}).createMachine({
  id: 'outsideChange',
  meta: {
    guards: {
      isOutdated: 'Somebody else has changed the item.',
      isGone: 'The item is gone.',
    },
  },
  context: ({ input }) => ({ ...input, theirs: null }),
  initial: 'deciding',
  output: ({ context: { theirs } }) => ({ theirs }),
  states: {
    deciding: {
      description: 'Looks whether the item was changed before it was opened.',
      always: [{ guard: 'isOutdated', target: 'settling' }, { target: 'waiting' }],
    },
    /** The actor is started anew once somebody changes the item. */
    waiting: { description: 'Nobody else has changed the item.' },
    settling: {
      description: 'Somebody else has changed the item; waits for further changes.',
      after: { debounce: 'reading' },
    },
    reading: {
      description: 'The item is being read as it is now.',
      invoke: {
        id: 'readTheirs',
        src: 'readTheirs',
        input: ({ context: { path } }) => ({ path }),
        onDone: { target: 'ended', actions: withEvent('setTheirs') },
        onError: [{ guard: withEvent('isGone'), target: 'ended' }, { target: 'backingOff' }],
      },
    },
    backingOff: {
      description: 'The item could not be read, which is tried again in a while.',
      after: { retryDelay: 'reading' },
    },
    ended: { description: 'The item was read, or is gone.', type: 'final' },
  },
})
