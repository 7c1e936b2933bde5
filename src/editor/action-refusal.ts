/** Says why no action can begin now. */
import type { SnapshotFrom } from 'xstate'
import { type editModeMachine, canAct, isAdding } from '#machines/editing/edit-mode.ts'

export const addingReason = 'Add or discard the new component first.'

/** Returns why no action can begin in this state of edit mode, or null. */
export const refusalOf = (editMode: SnapshotFrom<typeof editModeMachine>) => {
  if (canAct(editMode)) return null
  return isAdding(editMode)
    ? addingReason
    : 'Another action is still in progress. Try again when it is done.'
}
