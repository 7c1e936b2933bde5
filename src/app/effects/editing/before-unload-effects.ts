/** Provides the effect that warns before unsaved edits are lost. */
import { fromCallback } from 'xstate'
import { type AddResourceRef, isStaged } from '#machines/editing/changes/add-resource.ts'
import { type ChangeQueueRef, isBusy } from '#machines/editing/changes/change-queue.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { PendingEditsEvent } from '#machines/editing/changes/pending-edits-events.ts'
import { editRefsOf, editsStatusOf, saveStatusOf } from '#machines/editing/changes/save-status.ts'
import type { ActorSystem } from '../../services/services.ts'

const currentSaveStatus = (system: ActorSystem) => {
  const pendingEditsRef: PendingEditsRef = system.get('pendingEdits')
  const changeQueueRef: ChangeQueueRef = system.get('changeQueue')
  const addResourceRef: AddResourceRef | undefined = system.get('addResource')
  return saveStatusOf({
    edits: editsStatusOf(editRefsOf(pendingEditsRef)),
    isQueueBusy: isBusy(changeQueueRef.getSnapshot()),
    isStaged: addResourceRef !== undefined && isStaged(addResourceRef.getSnapshot()),
  })
}

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
