/** The changes that can be taken back, and those that were: what undo and redo walk along. */
import type { Change, Intent, Step } from './plan-change.ts'

export interface UndoHistory {
  /** The last one is the next to be undone. */
  done: readonly Change[]
  /** The last one is the next to be redone. */
  undone: readonly Change[]
}

export const emptyHistory: UndoHistory = { done: [], undone: [] }

/** A new change: what was undone before it cannot be redone any more. */
export const recordChange = ({ done }: UndoHistory, change: Change): UndoHistory => {
  const last = done.at(-1)
  if (change.inverse.length === 0) return { done, undone: [] }
  if (last && isSameUndoGroup(last.intent, change.intent))
    return { done: [...done.slice(0, -1), mergeChanges(last, change)], undone: [] }
  return { done: [...done, change], undone: [] }
}

/** Saves of one session of typing are one step. */
const isSameUndoGroup = (one: Intent, next: Intent) =>
  one.kind === 'set' &&
  next.kind === 'set' &&
  one.session !== undefined &&
  one.session === next.session &&
  one.property === next.property

/** The first says how to go back, the last where to. */
const mergeChanges = (one: Change, { steps: [last] }: Change): Change => ({
  ...one,
  steps: one.steps.map((step) => ({ ...step, ...(last?.body && { body: last.body }) })),
})

export const undone = ({ done, undone: waiting }: UndoHistory): UndoHistory => ({
  done: done.slice(0, -1),
  undone: [...waiting, ...done.slice(-1)],
})

export const markRedone = ({ done, undone: waiting }: UndoHistory): UndoHistory => ({
  done: [...done, ...waiting.slice(-1)],
  undone: waiting.slice(0, -1),
})

/** Taking something back stopped on the way: what is left of it is what is next. */
export const markPartiallyUndone = (
  { done, undone: waiting }: UndoHistory,
  remaining: Step[],
): UndoHistory => ({
  done: [...done.slice(0, -1), ...done.slice(-1).map((last) => ({ ...last, inverse: remaining }))],
  undone: waiting,
})
