/** Provides the effects that follow whether everything is saved: a warning before unsaved edits are lost, and their list. */
import { type AnyActorRef, type Subscription, fromCallback } from 'xstate'
import { type AddResourceRef, isStaged } from '#machines/editing/changes/add-resource.ts'
import { type ChangeQueueRef, isBusy } from '#machines/editing/changes/change-queue.ts'
import {
  type PendingEditsRef,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import {
  type ResumedAdditionRef,
  selectOffered,
} from '#machines/editing/changes/resumed-addition.ts'
import type { PendingEditsEvent } from '#machines/editing/changes/pending-edits-events.ts'
import { editRefsOf, editsStatusOf, saveStatusOf } from '#machines/editing/changes/save-status.ts'
import {
  type UnsavedListEvent,
  unsavedListMachine,
} from '#machines/editing/changes/unsaved-list.ts'
import { type WaitingActionsRef, selectWaitingActions } from '#machines/editing/waiting-actions.ts'
import { type SessionRenewalRef, isEnded } from '#machines/session/session-renewal.ts'
import type { ActorSystem } from '../../services/services.ts'

const currentSaveStatus = (system: ActorSystem) => {
  const pendingEditsRef: PendingEditsRef = system.get('pendingEdits')
  const changeQueueRef: ChangeQueueRef = system.get('changeQueue')
  const addResourceRef: AddResourceRef | undefined = system.get('addResource')
  const waitingActionsRef: WaitingActionsRef = system.get('waitingActions')
  const resumedAdditionRef: ResumedAdditionRef = system.get('resumedAddition')
  const sessionRenewalRef: SessionRenewalRef = system.get('sessionRenewal')
  return saveStatusOf({
    edits: editsStatusOf(editRefsOf(pendingEditsRef)),
    isWaiting: selectWaitingActions(waitingActionsRef.getSnapshot()).length > 0,
    isQueueBusy: isBusy(changeQueueRef.getSnapshot()),
    isStaged: addResourceRef !== undefined && isStaged(addResourceRef.getSnapshot()),
    isOffered: selectOffered(resumedAdditionRef.getSnapshot()) !== null,
    isSignedOut: isEnded(sessionRenewalRef.getSnapshot()),
  })
}

/** True if nothing is in the list of what is not saved. What is being added is not: its panel shows it. */
const isEverythingSaved = (system: ActorSystem) =>
  ['saved', 'staged'].includes(currentSaveStatus(system))

/** Warns while something is unsaved. The listener is there for as long as edit mode lasts. */
export const warnBeforeUnload = fromCallback<PendingEditsEvent, undefined>(
  ({ system, sendBack }) => {
    const warn = (event: BeforeUnloadEvent) => {
      if (currentSaveStatus(system) === 'saved') return
      // All edits that can be saved are saved while the browser asks.
      sendBack({ type: 'flush.requested' })
      event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  },
)

/** Follows the queue and each edit, also those that begin in the meantime. */
const watchUnsaved = fromCallback<UnsavedListEvent, undefined>(({ system, sendBack }) => {
  const pendingEditsRef: PendingEditsRef = system.get('pendingEdits')
  const changeQueueRef: ChangeQueueRef = system.get('changeQueue')
  const sources: AnyActorRef[] = [
    pendingEditsRef,
    selectPendingMovesRef(pendingEditsRef.getSnapshot()),
    changeQueueRef,
    system.get('waitingActions'),
  ]
  const watched = new Map<AnyActorRef, Subscription>()
  const check = () => {
    for (const ref of [...sources, ...editRefsOf(pendingEditsRef)])
      if (!watched.has(ref)) watched.set(ref, ref.subscribe(check))
    if (isEverythingSaved(system)) sendBack({ type: 'everything.saved' })
  }
  check()
  return () => {
    for (const subscription of watched.values()) subscription.unsubscribe()
  }
})

export const unsavedList = unsavedListMachine.provide({ actors: { watchUnsaved } })
