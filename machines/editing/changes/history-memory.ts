/**
 * Remembers the history of undo and redo, so that it outlives a reload or a crash. It is forgotten when the session ends, and
 * is not given to another account. `content/change/undo/remembered-history.ts` says what is remembered.
 */
import { type EventObject, emit, setup } from 'xstate'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import { actionEffect, callbackEffect, promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** The history from before the document was loaded. Nothing was changed since. */
    historyMemory: { type: 'history.resumed' } & RememberedHistory
  }
}

type HistoryMemoryEvent = { type: 'history.changed' } & RememberedHistory

export const historyMemoryMachine = setup({
  types: {} as { events: HistoryMemoryEvent; emitted: EmittedBy<'historyMemory'> },
  actors: {
    /** Resolves with what is remembered for the account that edits, or null: of this tab, or of one that is gone. */
    readHistory: promiseEffect<RememberedHistory | null>(),
    /** Forgets the history when the editor is stopped, but not when the document is unloaded. */
    clearOnStop: callbackEffect<EventObject>(),
    listener,
  },
  actions: {
    emitResumed: emit((_, { output }: { output: RememberedHistory | null }) => ({
      type: 'history.resumed' as const,
      ...output!,
    })),
    saveHistory: actionEffect<RememberedHistory>(),
    clearHistory: actionEffect(),
  },
  guards: {
    isRemembered: (_, { output }: { output: RememberedHistory | null }) => output !== null,
  },
}).createMachine({
  id: 'historyMemory',
  meta: {
    guards: {
      isRemembered: 'The tab has remembered a history.',
    },
  },
  invoke: [
    listenTo<HistoryMemoryEvent>({ changeQueue: ['history.changed'] }),
    { id: 'clearOnStop', src: 'clearOnStop', onError: {} },
  ],
  initial: 'reading',
  on: {
    'history.changed': {
      target: '.remembering',
      actions: withEvent('saveHistory'),
    },
  },
  states: {
    reading: {
      description: 'Looks what this tab could undo before it was loaded again.',
      invoke: {
        id: 'readHistory',
        src: 'readHistory',
        onDone: [
          {
            guard: withEvent('isRemembered'),
            target: 'remembering',
            actions: withEvent('emitResumed'),
          },
          { target: 'remembering', actions: 'clearHistory' },
        ],
        onError: { target: 'remembering', actions: 'clearHistory' },
      },
    },
    remembering: { description: 'Each change of the history is written down.' },
  },
})
