/**
 * Remembers that this tab is editing. It goes on doing so on each page it goes to, and after a reload, until its user ends
 * that (Done, signing out) or the session ends. When that is found out by a reload, `signInOffer` asks whether to go on. This includes pages that fail to load and the admin area: nothing is
 * edited there, but the way back leads to pages that are.
 */
import { type EventObject, emit, setup } from 'xstate'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    /** This tab was editing when its document was unloaded. */
    editingTab: { type: 'edit.resumed' }
  }
}

type EditingTabEvent = { type: 'edit.entered' } | { type: 'edit.exited' }

export const editingTabMachine = setup({
  types: {} as { events: EditingTabEvent; emitted: EmittedBy<'editingTab'> },
  actors: {
    /** Resolves with true if this tab was editing when its document was unloaded. */
    wasEditing: promiseEffect<boolean>('wasEditing'),
    /** Remembers that this tab is editing, until editing ends. */
    rememberEditing: callbackEffect<EventObject>('rememberEditing'),
    listener,
  },
  actions: { emitResumed: emit({ type: 'edit.resumed' }) },
  guards: { isTrue: (_, { output }: { output: boolean }) => output },
}).createMachine({
  id: 'editingTab',
  invoke: {
    src: 'listener',
    input: listenTo<EditingTabEvent>({ editMode: ['edit.entered', 'edit.exited'] }),
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
            guard: { type: 'isTrue', params: eventOf },
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
    },
  },
})
