/**
 * Remembers that this tab is editing, and what is unsaved, across pages and reloads, until the user presses Done or signs
 * out, or the session ends. It also does so on pages that fail to load and in the admin area, where nothing can be edited.
 * When a reload finds the session ended, `signInOffer` asks whether to go on.
 */
import { type EventObject, emit, setup } from 'xstate'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    editModeMemory:
      | /** This tab was editing when its document was unloaded. */
        { type: 'edit.resumed' }
        /** The edits that were not saved then. */
      | { type: 'edits.resumed'; edits: readonly FieldChange[] }
  }
}

type EditModeMemoryEvent = { type: 'edit.entered' } | { type: 'edit.exited' }

export const editModeMemoryMachine = setup({
  types: {} as { events: EditModeMemoryEvent; emitted: EmittedBy<'editModeMemory'> },
  actors: {
    /** Resolves with true if this tab was editing when its document was unloaded. */
    wasEditing: promiseEffect<boolean>('wasEditing'),
    /** Remembers that this tab is editing, until editing ends. */
    rememberEditing: callbackEffect<EventObject>('rememberEditing'),
    /** Resolves with the edits of the account that were unsaved when the document was unloaded. */
    readEdits: promiseEffect<readonly FieldChange[]>('readEdits'),
    /** Remembers what is unsaved, as it is typed, until editing ends. */
    rememberEdits: callbackEffect<EventObject>('rememberEdits'),
    listener,
  },
  actions: {
    emitResumed: emit({ type: 'edit.resumed' }),
    emitEditsResumed: emit((_, { output }: { output: readonly FieldChange[] }) => ({
      type: 'edits.resumed' as const,
      edits: output,
    })),
  },
  guards: { wasEditing: (_, { output }: { output: boolean }) => output },
}).createMachine({
  id: 'editModeMemory',
  invoke: {
    src: 'listener',
    input: listenTo<EditModeMemoryEvent>({ editMode: ['edit.entered', 'edit.exited'] }),
  },
  initial: 'reading',
  on: { 'edit.entered': '.editing' },
  states: {
    reading: {
      invoke: {
        id: 'wasEditing',
        src: 'wasEditing',
        onDone: [
          {
            guard: { type: 'wasEditing', params: eventOf },
            target: 'viewing',
            actions: 'emitResumed',
          },
          { target: 'viewing' },
        ],
        onError: 'viewing',
      },
    },
    viewing: {},
    editing: {
      invoke: { id: 'rememberEditing', src: 'rememberEditing', onError: {} },
      on: { 'edit.exited': 'viewing' },
      initial: 'resuming',
      states: {
        resuming: {
          invoke: {
            id: 'readEdits',
            src: 'readEdits',
            onDone: {
              target: 'remembering',
              actions: { type: 'emitEditsResumed', params: eventOf },
            },
            onError: 'remembering',
          },
        },
        remembering: { invoke: { id: 'rememberEdits', src: 'rememberEdits', onError: {} } },
      },
    },
  },
})
