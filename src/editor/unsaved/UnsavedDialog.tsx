import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  type ChangeQueueRef,
  selectInFlight,
  selectQueue,
  selectRunning,
} from '#machines/editing/changes/change-queue.ts'
import {
  type EditState,
  canSend,
  editState,
  otherRequests,
  retryEdit,
  stateOfWaiting,
} from '#machines/editing/changes/edit-state.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { EditRef } from '#machines/editing/changes/save-status.ts'
import type { UnsavedListRef } from '#machines/editing/changes/unsaved-list.ts'
import {
  type WaitingActionsRef,
  selectRunningId,
  selectWaitingActions,
} from '#machines/editing/waiting-actions.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { findPanel } from '../dom/find-panel.ts'
import { useActorsSelector } from '../hooks/use-actors-selector.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { usePendingEditRefs } from '../hooks/use-save-status.ts'
import { UnsavedAction } from './UnsavedAction.tsx'
import { UnsavedField } from './UnsavedField.tsx'
import { UnsavedMove } from './UnsavedMove.tsx'
import { type RowActions, UnsavedRequest, UnsavedRow } from './UnsavedRow.tsx'
import styles from './UnsavedDialog.module.css'

export interface UnsavedDialogProps {
  unsavedListRef: UnsavedListRef
  pendingEditsRef: PendingEditsRef
  selectionRef: SelectionRef
  waitingActionsRef: WaitingActionsRef
}

/** Lists what is not saved yet, with the state of each change, and sends or gives up what was refused. */
export function UnsavedDialog(props: UnsavedDialogProps) {
  const { unsavedListRef, waitingActionsRef } = props
  const changeQueueRef = useAppActor('changeQueue')
  const unsaved = useUnsaved(props, changeQueueRef)
  const close = () => flushSync(() => unsavedListRef.send({ type: 'list.dismissed' }))
  return (
    <Dialog label="Not saved yet" width="wide" onDismiss={close}>
      <p role="status" className={styles.summary}>
        {unsaved.summary}
      </p>
      <UnsavedRows {...props} {...unsaved} changeQueueRef={changeQueueRef} onClose={close} />
      <DialogActions>
        {unsaved.isResendable ? (
          <Button
            onClick={() => {
              for (const ref of unsaved.resendable) retryEdit(ref)
              waitingActionsRef.send({ type: 'retry.requested' })
            }}
          >
            Try all again
          </Button>
        ) : null}
        <Button variant="solid" onClick={close}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type UnsavedRowsProps = UnsavedDialogProps &
  Pick<ReturnType<typeof useUnsaved>, 'fields' | 'moves' | 'requests' | 'waiting'> & {
    changeQueueRef: ChangeQueueRef
    onClose: () => void
  }

function UnsavedRows(props: UnsavedRowsProps) {
  const { fields, moves, requests, waiting, changeQueueRef, waitingActionsRef } = props
  const running = useSelector(changeQueueRef, selectRunning)
  const ref = useRef<HTMLUListElement>(null)
  useFocusFallback(ref, () => null)
  const actions = rowActions(props)
  return (
    <ul ref={ref} tabIndex={-1} className={styles.list}>
      {fields.map((fieldRef) => (
        <UnsavedField key={fieldRef.id} {...{ fieldRef, changeQueueRef, ...actions }} />
      ))}
      {moves.map((moveRef) => (
        <UnsavedMove key={moveRef.id} {...{ moveRef, changeQueueRef, ...actions }} />
      ))}
      {requests.map((request) => (
        <UnsavedRequest key={request.id} {...{ request, changeQueueRef, ...actions }} />
      ))}
      {waiting.map((each) => (
        <UnsavedAction key={each.id} waiting={each} {...{ waitingActionsRef, ...actions }} />
      ))}
      {running === null ? null : (
        <UnsavedRow
          itemKey={running}
          label={running === 'undo' ? 'Undo' : 'Redo'}
          state="sending"
          {...actions}
        />
      )}
    </ul>
  )
}

const rowActions = ({ unsavedListRef, selectionRef, onClose }: UnsavedRowsProps): RowActions => ({
  unsavedListRef,
  onShow: (selection) => {
    selectionRef.send({ type: 'resource.selected', ...selection })
    onClose()
    findPanel()?.focus({ preventScroll: true })
  },
  onDecide: (key) => {
    onClose()
    document.querySelector<HTMLElement>(`[data-refusal="${CSS.escape(key)}"]`)?.focus()
  },
})

/** Returns the actors of the edits that are not saved yet, the other changes in the queue, and the actions that wait. */
function useUnsaved(
  { pendingEditsRef, waitingActionsRef }: UnsavedDialogProps,
  changeQueueRef: ChangeQueueRef,
) {
  const { fields, reorders, transfers } = usePendingEditRefs(pendingEditsRef)
  const moves = useMemo(
    () => [...Object.values(reorders), ...Object.values(transfers)],
    [reorders, transfers],
  )
  const refs = useMemo<EditRef[]>(() => [...Object.values(fields), ...moves], [fields, moves])
  const queue = {
    queue: useSelector(changeQueueRef, selectQueue),
    inFlight: useSelector(changeQueueRef, selectInFlight),
  }
  const sources = useMemo(() => [...refs, changeQueueRef], [refs, changeQueueRef])
  const states = useActorsSelector(
    sources,
    () => refs.map((ref) => editState(ref, queue)),
    shallowEqual,
  )
  const waiting = useSelector(waitingActionsRef, selectWaitingActions)
  const waitingStates = waiting.map(stateOfWaiting)
  // The one that is being carried out is among those that wait.
  const isRunning = useSelector(waitingActionsRef, selectRunningId) !== null
  const requests = isRunning ? [] : otherRequests(refs, queue)
  const all = [...states, ...waitingStates]
  const summary = summaryOf(all, requests.length)
  const isResendable = all.some(canSend)
  const resendable = refs.filter((_, at) => canSend(states[at]!))
  return {
    fields: Object.values(fields),
    moves,
    requests,
    waiting,
    summary,
    isResendable,
    resendable,
  }
}

const summaryOf = (states: readonly EditState[], requestCount: number) => {
  const edits = states.filter((state) => state !== 'saved')
  const count = edits.length + requestCount
  const offline = edits.filter((state) => state === 'offline').length
  const changes = count === 1 ? '1 change is not saved yet' : `${count} changes are not saved yet`
  const waiting = offline > 0 ? `. Waiting for the network: ${offline}` : ''
  return count === 0 ? '' : `${changes}${waiting}.`
}
