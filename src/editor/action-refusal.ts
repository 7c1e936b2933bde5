/** Says why no action can begin now. */
import type { SnapshotFrom } from 'xstate'
import {
  type editModeMachine,
  canAct,
  canRequestHistory,
  isAdding,
} from '#machines/editing/edit-mode.ts'

export const addingReason = 'Add or discard the new component first.'

type EditMode = SnapshotFrom<typeof editModeMachine>

/** Returns why neither an undo nor a redo can be asked for in this state of edit mode, or null. */
export const historyRefusalOf = (editMode: EditMode) =>
  canRequestHistory(editMode) ? null : refusalOf(editMode)

/** Returns why no action can begin in this state of edit mode, or null. */
export const refusalOf = (editMode: EditMode) => {
  if (canAct(editMode)) return null
  return isAdding(editMode)
    ? addingReason
    : 'Another action is still in progress. Try again when it is done.'
}
