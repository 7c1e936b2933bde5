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
    readActions: fromPromise<readonly WaitingAction[], undefined>(async ({ system }) =>
      (
        parseRememberedActions(
          actionsText.read() ?? '',
          editingAccount(system)['@id'],
        ) as WaitingAction[]
      ).map((waiting, at) => ({ ...waiting, id: `before ${at}`, isInterrupted: true })),
    ),
  },
  actions: {
    saveActions: ({ system }, { actions }) =>
      actionsText.save(rememberedActionsText(editingAccount(system)['@id'], actions)),
  },
})
