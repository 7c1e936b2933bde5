/** Provides the effects that remember the history of undo and redo in this tab. */
import { fromCallback, fromPromise } from 'xstate'
import {
  type RememberedHistory,
  parseRemembered,
  rememberedText,
} from '#content/change/undo/remembered-history.ts'
import { historyMemoryMachine } from '#machines/editing/changes/history-memory.ts'
import { historyText } from '../../browser/tab-storage.ts'
import { editingAccount } from '../session-effects.ts'

export const historyMemory = historyMemoryMachine.provide({
  actors: {
    readHistory: fromPromise<RememberedHistory | null, undefined>(async ({ system }) => {
      const text = historyText.read()
      return text === null ? null : parseRemembered(text, editingAccount(system)['@id'])
    }),
    clearOnStop: fromCallback(() => historyText.clear),
  },
  actions: {
    saveHistory: ({ system }, remembered) =>
      historyText.save(rememberedText(editingAccount(system)['@id'], remembered)),
    clearHistory: historyText.clear,
  },
})
