import { useSelector } from '@xstate/react'
import { intentOf } from '#machines/editing/pending-action-intent.ts'
import { stateOfWaiting } from '#machines/editing/changes/edit-state.ts'
import type { WaitingAction } from '#machines/editing/waiting-action.ts'
import { type WaitingActionsRef, selectRunningId } from '#machines/editing/waiting-actions.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { changeLabelOf } from '../change-label.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { type RowActions, UnsavedRow } from './UnsavedRow.tsx'

interface UnsavedActionProps extends RowActions {
  waiting: WaitingAction
  waitingActionsRef: WaitingActionsRef
}

/** Shows an action that waits for the network. */
export function UnsavedAction({ waiting, waitingActionsRef, ...actions }: UnsavedActionProps) {
  const { id, action } = waiting
  const site = useSiteKinds()
  const isRunning = useSelector(waitingActionsRef, selectRunningId) === id
  const label = useResourceSelector((read) => {
    const intent = intentOf(action)
    if (intent)
      return changeLabelOf({ id, intent, steps: [], inverse: [], refetch: [] }, read, site)
    return action.type === 'undo.requested' ? 'Undo' : 'Redo'
  })
  return (
    <UnsavedRow
      itemKey={id}
      label={label}
      state={isRunning ? 'sending' : stateOfWaiting(waiting)}
      onGiveUp={
        isRunning ? undefined : () => waitingActionsRef.send({ type: 'action.givenUp', id })
      }
      {...actions}
    >
      <Button onClick={() => waitingActionsRef.send({ type: 'retry.requested' })}>Try again</Button>
    </UnsavedRow>
  )
}
