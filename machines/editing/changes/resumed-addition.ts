/**
 * Holds what was being added before the document was loaded, until it stands on the page again or is given up. Where its
 * page is another one, or its section is not there any more, the words are offered beside the page.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { EnteredValue } from '#content/change/fields/field-value.ts'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import { actionEffect, promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { eventOf } from '../../event-of.ts'
import type { Addition } from './staged-resource.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** It is to be filled in where it was. */
    resumedAddition: { type: 'add.resumed' } & ResumedAddition
  }
}

/** The component that was being added, and where it stands by now. */
export interface ResumedAddition extends Pick<Addition, 'insertionPoint' | 'kind'> {
  resumed: Addition['data']
}

type ResumedAdditionEvent =
  | Extract<EmittedBy<'editModeMemory'>, { type: 'addition.resumed' }>
  /** Another page is shown. */
  | { type: 'page.loaded' }
  | { type: 'addition.discarded' }
  | ({ type: 'copy.requested' } & EnteredValue)

interface Context {
  addition: RememberedAddition | null
}

interface Located {
  output: ResumedAddition | null
}

export const resumedAdditionMachine = setup({
  types: {} as {
    context: Context
    events: ResumedAdditionEvent
    emitted: EmittedBy<'resumedAddition'>
  },
  actors: {
    /** Resolves with what was being added and where it belongs; with null if it cannot be filled in there now. */
    locate: promiseEffect<ResumedAddition | null, { addition: RememberedAddition }>('locate'),
    listener,
  },
  actions: {
    setAddition: assign((_, { addition }: { addition: RememberedAddition }) => ({ addition })),
    clearAddition: assign({ addition: null }),
    emitResumed: emit((_, { output }: Located) => ({ type: 'add.resumed' as const, ...output! })),
    /** Forgets what the tab remembers. */
    forget: actionEffect('forget'),
    /** Copies the text to the clipboard and notifies the user of the outcome. */
    copyText: actionEffect<EnteredValue>('copyText'),
  },
  guards: { isLocated: (_, { output }: Located) => output !== null },
}).createMachine({
  id: 'resumedAddition',
  context: { addition: null },
  invoke: {
    src: 'listener',
    input: listenTo<ResumedAdditionEvent>({
      editModeMemory: ['addition.resumed'],
      fetcher: ['page.loaded'],
    }),
  },
  initial: 'idle',
  on: {
    'addition.resumed': {
      target: '.locating',
      actions: { type: 'setAddition', params: eventOf },
    },
  },
  states: {
    idle: { entry: 'clearAddition' },
    locating: {
      invoke: {
        id: 'locate',
        src: 'locate',
        input: ({ context }) => ({ addition: context.addition! }),
        onDone: [
          {
            guard: { type: 'isLocated', params: eventOf },
            target: 'idle',
            actions: { type: 'emitResumed', params: eventOf },
          },
          { target: 'offered' },
        ],
        onError: 'offered',
      },
    },
    offered: {
      on: {
        'page.loaded': 'locating',
        'copy.requested': { actions: { type: 'copyText', params: eventOf } },
        'addition.discarded': { target: 'idle', actions: 'forget' },
      },
    },
  },
})

export type ResumedAdditionRef = ActorRefFrom<typeof resumedAdditionMachine>
/** Returns what cannot be added where it was; null where there is nothing. */
export const selectOffered = (snapshot: SnapshotFrom<typeof resumedAdditionMachine>) =>
  snapshot.matches('offered') ? snapshot.context.addition : null
