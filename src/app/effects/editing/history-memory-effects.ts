/** Provides the effects that remember the history of undo and redo. */
import { fromCallback, fromPromise } from 'xstate'
import {
  type RememberedHistory,
  parseRemembered,
  rememberedText,
} from '#content/change/undo/remembered-history.ts'
import { historyMemoryMachine } from '#machines/editing/changes/history-memory.ts'
import { historyText } from '../../browser/kept-work.ts'
import { editingAccount } from '../session-effects.ts'

export const historyMemory = historyMemoryMachine.provide({
  actors: {
    readHistory: fromPromise<RememberedHistory | null, undefined>(async ({ system }) => {
      const account = editingAccount(system)['@id']
      return parseRemembered(await historyText.readFor(account), account)
    }),
    clearOnStop: fromCallback(() => historyText.clearAll),
  },
  actions: {
    saveHistory: ({ system }, remembered) =>
      historyText.save(rememberedText(editingAccount(system)['@id'], remembered)),
    clearHistory: historyText.clear,
  },
})
