/** Provides the effects that remember the actions that wait for the network in this tab. */
import { fromPromise } from 'xstate'
import {
  parseRememberedActions,
  rememberedActionsText,
} from '#content/change/remembered-actions.ts'
import type { WaitingAction } from '#machines/editing/waiting-action.ts'
import { waitingActionsMachine } from '#machines/editing/waiting-actions.ts'
import { actionsText } from '../../browser/tab-storage.ts'
import { editingAccount } from '../session-effects.ts'

export const waitingActions = waitingActionsMachine.provide({
  actors: {
    readActions: fromPromise<readonly WaitingAction[], undefined>(async ({ system }) => {
      const text = actionsText.read() ?? ''
      return parseRememberedActions(text, editingAccount(system)['@id']).map(interrupt)
    }),
  },
  actions: {
    saveActions: ({ system }, { actions }) =>
      actionsText.save(rememberedActionsText(editingAccount(system)['@id'], actions)),
  },
})

/** Pauses an action from before the document was loaded, and gives it an id that no new one has. */
const interrupt = (waiting: WaitingAction, at: number): WaitingAction => ({
  ...waiting,
  id: `before ${at}`,
  paused: waiting.paused ?? 'interrupted',
})
