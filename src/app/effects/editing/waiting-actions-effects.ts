/** Provides the effects that remember the actions that wait for the network in this tab. */
import { fromPromise } from 'xstate'
import {
  parseRememberedActions,
  rememberedActionsText,
} from '#content/change/remembered-actions.ts'
import type { Change } from '#content/change/types.ts'
import { intentOf } from '#machines/editing/pending-action-intent.ts'
import { type WaitingAction, irisOf, isCarriedOut } from '#machines/editing/waiting-action.ts'
import { type ActionsRead, waitingActionsMachine } from '#machines/editing/waiting-actions.ts'
import { actionsText } from '../../browser/kept-work.ts'
import type { ResourceReader } from '../../services/read-missing.ts'
import { editingAccount } from '../session-effects.ts'
import { changePage } from './other-page-effects.ts'
import { resourceReaderOf } from './resource-reader.ts'

export const waitingActions = waitingActionsMachine.provide({
  actors: {
    readActions: fromPromise<ActionsRead, undefined>(async ({ system, signal }) => {
      const account = editingAccount(system)['@id']
      const actions = parseRememberedActions(await actionsText.readFor(account), account)
      const sent = await findCarriedOut(actions, resourceReaderOf(system, signal)).catch(() => null)
      return {
        actions: actions.filter((waiting) => waiting !== sent).map(interrupt),
        change: sent && { ...recoveredChange(sent), page: changePage(system) },
      }
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

/** Returns the action that the site has carried out without an answer, or null. */
const findCarriedOut = async (
  actions: readonly WaitingAction[],
  { fetchResource }: ResourceReader,
) => {
  const sent = actions.find(({ isSent }) => isSent)
  if (!sent) return null
  const now = await Promise.all(irisOf(sent.action).map(fetchResource))
  const resources = now.map((item) => item && item.resource)
  return isCarriedOut(sent.action, resources) ? sent : null
}

/** Returns an action as the change that it has made. The requests that would undo it are not known any more. */
const recoveredChange = ({ action }: WaitingAction): Change => ({
  id: `recovered ${performance.timeOrigin}`,
  intent: intentOf(action)!,
  steps: [],
  inverse: [],
  irreversible: 'It was done just before the page was closed, so it cannot be undone.',
  refetch: [],
})
