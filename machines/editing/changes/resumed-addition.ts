/**
 * Holds what was being added before the document was loaded, until it stands on the page again or is given up. Where its
 * page is another one, or its section is not there any more, the words are offered beside the page.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { EnteredValue, FieldChange } from '#content/change/fields/field-value.ts'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import { actionEffect, promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import type { Addition, Resumed } from './staged-resource.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    resumedAddition:
      | /** It is to be filled in where it was. */
        ({ type: 'add.resumed' } & ResumedAddition)
        /** It is saved. Its values were changed after it was sent. */
      | ({ type: 'edits.resumed' } & SavedAddition)
      /** It is neither added nor discarded, so that it would be lost with the editor. */
      | { type: 'addition.unsettled' }
  }
}

/** The component that was being added, and where it stands by now. */
export interface ResumedAddition extends Pick<Addition, 'insertionPoint' | 'kind'> {
  resumed: Resumed
}

type ResumedAdditionEvent =
  | Extract<EmittedBy<'editModeMemory'>, { type: 'addition.resumed' }>
  /** Another page is shown. */
  | { type: 'page.loaded' }
  | { type: 'addition.discarded' }
  | Extract<EmittedBy<'pendingAction'>, { type: 'save.requested' }>
  | ({ type: 'copy.requested' } & EnteredValue)

interface Context {
  addition: RememberedAddition | null
}

/** An addition that is saved, with the edits that are not. */
interface SavedAddition {
  edits: readonly FieldChange[]
}

/** Null for an addition that cannot be filled in on this page, and that is not known to be saved. */
export type LocatedAddition = ResumedAddition | SavedAddition | null

interface Located {
  output: LocatedAddition
}

export const resumedAdditionMachine = setup({
  types: {} as {
    context: Context
    events: ResumedAdditionEvent
    emitted: EmittedBy<'resumedAddition'>
  },
  actors: {
    /** Finds out whether it is saved, and where it belongs on this page. */
    locate: promiseEffect<LocatedAddition, { addition: RememberedAddition }>(),
    listener,
  },
  actions: {
    setAddition: assign((_, { addition }: { addition: RememberedAddition }) => ({ addition })),
    clearAddition: assign({ addition: null }),
    emitResumed: emit((_, { output }: Located) => ({
      type: 'add.resumed' as const,
      ...(output as ResumedAddition),
    })),
    emitEdits: emit((_, { output }: Located) => ({
      type: 'edits.resumed' as const,
      ...(output as SavedAddition),
    })),
    emitUnsettled: emit({ type: 'addition.unsettled' }),
    /** Forgets what the tab remembers. */
    forget: actionEffect(),
    /** Copies the text to the clipboard and notifies the user of the outcome. */
    copyText: actionEffect<EnteredValue>(),
  },
  guards: {
    isLocated: (_, { output }: Located) => output !== null,
    isSaved: (_, { output }: Located) => output !== null && 'edits' in output,
  },
}).createMachine({
  id: 'resumedAddition',
  meta: {
    guards: {
      isLocated: 'The place of what was being added is on this page.',
      isSaved: 'It was saved before the document was loaded, and only later changes are left.',
    },
  },
  context: { addition: null },
  invoke: listenTo<ResumedAdditionEvent>({
    editModeMemory: ['addition.resumed'],
    fetcher: ['page.loaded'],
    pendingAction: ['save.requested'],
  }),
  initial: 'idle',
  on: {
    'addition.resumed': {
      target: '.locating',
      actions: withEvent('setAddition'),
    },
  },
  states: {
    idle: {
      description: 'Nothing was being added when the document was loaded.',
      entry: 'clearAddition',
    },
    locating: {
      description: 'Looks for the place of what was being added.',
      on: { 'save.requested': { actions: 'emitUnsettled' } },
      invoke: {
        id: 'locate',
        src: 'locate',
        input: ({ context }) => ({ addition: context.addition! }),
        onDone: [
          {
            guard: withEvent('isSaved'),
            target: 'idle',
            actions: ['forget', withEvent('emitEdits')],
          },
          {
            guard: withEvent('isLocated'),
            target: 'idle',
            actions: withEvent('emitResumed'),
          },
          { target: 'offered' },
        ],
        onError: 'offered',
      },
    },
    offered: {
      description: 'Its place is not on this page, so its words are offered to be copied.',
      on: {
        'page.loaded': 'locating',
        'save.requested': { actions: 'emitUnsettled' },
        'copy.requested': { actions: withEvent('copyText') },
        'addition.discarded': { target: 'idle', actions: 'forget' },
      },
    },
  },
})

export type ResumedAdditionRef = ActorRefFrom<typeof resumedAdditionMachine>
/** Returns what cannot be added where it was; null where there is nothing. */
export const selectOffered = (snapshot: SnapshotFrom<typeof resumedAdditionMachine>) =>
  snapshot.matches('offered') ? snapshot.context.addition : null
