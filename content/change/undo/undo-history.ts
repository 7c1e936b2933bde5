/** The changes that can be undone and redone. All functions return a new history. */
import type { Change, Intent, Step } from '../types.ts'

export interface UndoHistory {
  /** The changes that can be undone; the last one is undone next. */
  undoStack: readonly Change[]
  /** The changes that can be redone; the last one is redone next. */
  redoStack: readonly Change[]
}

export type Direction = 'undo' | 'redo'

export const emptyHistory: UndoHistory = { undoStack: [], redoStack: [] }

/** Adds a change and clears the redo stack. Saves of one undo group become one change. */
export const recordChange = ({ undoStack }: UndoHistory, change: Change): UndoHistory => {
  const last = undoStack.at(-1)
  if (change.inverse.length === 0 && !change.irreversible) return { undoStack, redoStack: [] }
  if (last && isSameUndoGroup(last.intent, change.intent))
    return { undoStack: [...undoStack.slice(0, -1), mergeChanges(last, change)], redoStack: [] }
  return { undoStack: [...undoStack, change], redoStack: [] }
}

const isSameUndoGroup = (one: Intent, next: Intent) =>
  one.kind === 'set' &&
  next.kind === 'set' &&
  one.undoGroup !== undefined &&
  one.undoGroup === next.undoGroup &&
  one.property === next.property

/** Keeps the inverse of the first change and the new value of the last. */
const mergeChanges = (one: Change, { steps: [last] }: Change): Change => ({
  ...one,
  steps: one.steps.map((step) => ({ ...step, ...(last?.body && { body: last.body }) })),
})

/** Returns the change that is undone or redone next. */
export const lastChange = ({ undoStack, redoStack }: UndoHistory, direction: Direction) =>
  (direction === 'undo' ? undoStack : redoStack).at(-1)

/** Returns the history without the change that is being undone or redone, and without those that are redone after it. */
export const withoutLast = ({ undoStack }: UndoHistory, direction: Direction): UndoHistory => ({
  undoStack: direction === 'undo' ? undoStack.slice(0, -1) : undoStack,
  redoStack: [],
})

/** Records that the last change was undone or redone, or that undoing it failed halfway. */
export const recordHistoryRun = (
  history: UndoHistory,
  direction: Direction,
  { failure, steps }: { failure: unknown; steps: Step[] },
): UndoHistory => {
  if (failure) return direction === 'undo' ? markPartiallyUndone(history, steps) : history
  return direction === 'undo' ? markUndone(history) : markRedone(history)
}

/** Moves the last change to the redo stack. */
const markUndone = ({ undoStack, redoStack }: UndoHistory): UndoHistory => ({
  undoStack: undoStack.slice(0, -1),
  redoStack: [...redoStack, ...undoStack.slice(-1)],
})

/** Moves the last undone change back to the undo stack. */
const markRedone = ({ undoStack, redoStack }: UndoHistory): UndoHistory => ({
  undoStack: [...undoStack, ...redoStack.slice(-1)],
  redoStack: redoStack.slice(0, -1),
})

/**
 * Keeps the steps that undoing could not finish, so that the next undo continues with them. A change that cannot be
 * undone is dropped, so that the one before it is undone next.
 */
const markPartiallyUndone = (
  { undoStack, redoStack }: UndoHistory,
  remaining: Step[],
): UndoHistory => ({
  undoStack: [
    ...undoStack.slice(0, -1),
    ...undoStack
      .slice(-1)
      .filter(({ irreversible }) => !irreversible)
      .map((last) => ({ ...last, inverse: remaining })),
  ],
  redoStack,
})
