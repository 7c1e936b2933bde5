/**
 * Remembers that this tab is editing, what is selected, what is being added and what is unsaved, across pages and reloads,
 * until the user presses Done or signs out, or the session ends. It also does so on pages that fail to load and in the
 * admin area, where nothing can be edited. When a reload finds the session ended, `signInOffer` asks whether to go on.
 */
import { type EventObject, emit, setup } from 'xstate'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import type { ResumedMove } from '#content/change/moves/remembered-moves.ts'
import type { Iri } from '#content/model/iri.ts'
import { actionEffect, callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import type { Addition } from './changes/staged-resource.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    editModeMemory:
      | /** This tab was editing when its document was unloaded. */
        { type: 'edit.resumed' }
        /** The edits and moves that were not saved then. */
      | { type: 'edits.resumed'; edits: readonly FieldChange[]; moves: readonly ResumedMove[] }
      /** The resources that were selected then: components by their positions. */
      | { type: 'selection.resumed'; iris: readonly Iri[] }
      /** The component that was being added then. */
      | { type: 'addition.resumed'; addition: RememberedAddition }
  }
}

type EditModeMemoryEvent =
  | { type: 'edit.entered' }
  | { type: 'edit.exited' }
  | { type: 'selection.changed' }
  | { type: 'selection.moved' }
  | { type: 'components.selected' }
  | Extract<EmittedBy<'stagedResource'>, { type: 'add.changed' | 'add.ended' }>

/** The work of the account from before the document was loaded. */
export interface RememberedWork {
  edits: readonly FieldChange[]
  moves: readonly ResumedMove[]
  iris: readonly Iri[]
  addition: RememberedAddition | null
}

interface WorkRead {
  output: RememberedWork
}

const emitWork = [withEvent('emitEditsResumed'), withEvent('emitSelectionResumed')] as const

export const editModeMemoryMachine = setup({
  types: {} as { events: EditModeMemoryEvent; emitted: EmittedBy<'editModeMemory'> },
  actors: {
    /** Resolves with true if this tab was editing when its document was unloaded. */
    wasEditing: promiseEffect<boolean>(),
    /** Remembers that this tab is editing, until editing ends. */
    rememberEditing: callbackEffect<EventObject>(),
    /** Resolves with what the tab remembers for the account that edits. */
    readWork: promiseEffect<RememberedWork>(),
    /** Remembers what is unsaved, as it is typed, until editing ends. Then all the rest is forgotten, too. */
    rememberEdits: callbackEffect<EventObject>(),
    listener,
  },
  actions: {
    emitResumed: emit({ type: 'edit.resumed' }),
    emitEditsResumed: emit((_, { output: { edits, moves } }: WorkRead) => ({
      type: 'edits.resumed' as const,
      edits,
      moves,
    })),
    emitSelectionResumed: emit((_, { output: { iris } }: WorkRead) => ({
      type: 'selection.resumed' as const,
      iris,
    })),
    emitAdditionResumed: emit((_, { output: { addition } }: WorkRead) => ({
      type: 'addition.resumed' as const,
      addition: addition!,
    })),
    /** Remembers what is selected now. */
    saveSelection: actionEffect(),
    saveAddition: actionEffect<Addition>(),
    clearAddition: actionEffect(),
  },
  guards: {
    wasEditing: (_, { output }: { output: boolean }) => output,
    wasAdding: (_, { output }: WorkRead) => output.addition !== null,
  },
}).createMachine({
  id: 'editModeMemory',
  meta: {
    guards: {
      wasEditing: 'The tab was editing before its document was loaded.',
      wasAdding: 'Something was being added before the document was loaded.',
    },
  },
  invoke: listenTo<EditModeMemoryEvent>({
    editMode: ['edit.entered', 'edit.exited'],
    selection: ['selection.changed', 'selection.moved'],
    multipleSelection: ['components.selected'],
    stagedResource: ['add.changed', 'add.ended'],
  }),
  initial: 'reading',
  on: { 'edit.entered': '.editing' },
  states: {
    reading: {
      description: 'Looks whether this tab was editing before it was loaded again.',
      invoke: {
        id: 'wasEditing',
        src: 'wasEditing',
        onDone: [
          {
            guard: withEvent('wasEditing'),
            target: 'viewing',
            actions: 'emitResumed',
          },
          { target: 'viewing' },
        ],
        onError: 'viewing',
      },
    },
    viewing: { description: 'Nothing is edited, so nothing is written down.' },
    editing: {
      description: 'The tab is remembered as one that edits.',
      invoke: { id: 'rememberEditing', src: 'rememberEditing', onError: {} },
      on: {
        'edit.exited': 'viewing',
        'selection.changed': { actions: 'saveSelection' },
        'selection.moved': { actions: 'saveSelection' },
        'components.selected': { actions: 'saveSelection' },
        'add.changed': { actions: withEvent('saveAddition') },
        'add.ended': { actions: 'clearAddition' },
      },
      initial: 'resuming',
      states: {
        resuming: {
          description: 'Reads the unsaved work from before the document was loaded.',
          invoke: {
            id: 'readWork',
            src: 'readWork',
            onDone: [
              {
                guard: withEvent('wasAdding'),
                target: 'remembering',
                actions: [...emitWork, withEvent('emitAdditionResumed')],
              },
              { target: 'remembering', actions: emitWork },
            ],
            onError: 'remembering',
          },
        },
        remembering: {
          description: 'Each unsaved edit is written down.',
          invoke: { id: 'rememberEdits', src: 'rememberEdits', onError: {} },
        },
      },
    },
  },
})
