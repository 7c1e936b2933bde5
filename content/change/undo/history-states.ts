/** Lists the states that undo and redo lead to: one after each change, and one before all of them. */
import type { ChangeJob } from '../change-run.ts'
import type { Change, ChangePage } from '../types.ts'
import type { Direction, UndoHistory } from './undo-history.ts'

/** Returns all changes that can be undone or redone, the newest first. */
export const changesOf = ({ undoStack, redoStack }: UndoHistory): Change[] => [
  ...redoStack,
  ...undoStack.toReversed(),
]

/** Returns the undos or redos that lead to the state after a change, or before all of them; none if it is unknown. */
export const directionsTo = (
  { undoStack, redoStack }: UndoHistory,
  to: string | null,
): Direction[] => {
  const isTarget = ({ id }: Change) => id === to
  if (redoStack.some(isTarget))
    return redoStack.slice(redoStack.findIndex(isTarget)).map(() => 'redo')
  return to === null || undoStack.some(isTarget)
    ? undoStack.slice(undoStack.findIndex(isTarget) + 1).map(() => 'undo')
    : []
}

/** Returns the page on which a change was made, unless it is the one at this path; null for that one. */
export const otherPageOf = ({ page }: Change, path: string): ChangePage | null =>
  page && page.path !== path ? page : null

/** Returns what was undone or redone on a page other than the one at this path; null for any other job. */
export const changeOnOtherPage = (job: ChangeJob, path: string) => {
  if (job.kind === 'apply') return null
  const { kind: direction, change } = job
  const page = otherPageOf(change, path)
  return page && { direction, change, page }
}
