/** The changes that can be undone and redone. All functions return a new history. */
import { type Failure, defaultMessages } from '../../model/failure.ts'
import type { Iri } from '../../model/iri.ts'
import { dequal } from 'dequal/lite'
import { isUndoneEdit, withoutInverse } from '../plan-change.ts'
import type { Change, Intent, Step } from '../types.ts'
import { type IdentityMap, resolveIri } from './identity-map.ts'

export interface UndoHistory {
  /** The changes that can be undone; the last one is undone next. */
  undoStack: readonly Change[]
  /** The changes that can be redone; the last one is redone next. */
  redoStack: readonly Change[]
}

export type Direction = 'undo' | 'redo'

/** The outcome of an undo or redo: the failure, if any, and the steps that are left. */
interface RunOutcome {
  failure: Pick<Failure, 'kind'> | null
  steps: Step[]
}

export const emptyHistory: UndoHistory = { undoStack: [], redoStack: [] }

/**
 * Adds a change and clears the redo stack. Saves of one undo group become one change, and so do a paste and the file that
 * its component gets. An edit that was undone before it was saved can be redone.
 */
export const recordChange = (
  { undoStack, redoStack }: UndoHistory,
  change: Change,
): UndoHistory => {
  // Nothing that was undone before that edit was entered can be redone any more.
  if (isUndoneEdit(change.intent))
    return {
      undoStack,
      redoStack: [...redoStack.filter(({ intent }) => isUndoneEdit(intent)), change],
    }
  const last = undoStack.at(-1)
  const pasted = undoStack.findLastIndex((earlier) => isCompletedBy(earlier, change))
  if (pasted !== -1)
    return {
      undoStack: undoStack.with(pasted, completed(undoStack[pasted]!, change)),
      redoStack: [],
    }
  if (change.inverse.length === 0 && !change.irreversible) return { undoStack, redoStack: [] }
  if (last && isSameUndoGroup(last.intent, change.intent)) {
    const merged = mergeChanges(last, change)
    const others = undoStack.slice(0, -1)
    return { undoStack: isWithoutEffect(merged) ? others : [...others, merged], redoStack: [] }
  }
  return { undoStack: [...undoStack, change], redoStack: [] }
}

const isSameUndoGroup = (one: Intent, next: Intent) =>
  one.kind === 'set' &&
  next.kind === 'set' &&
  one.undoGroup !== undefined &&
  one.undoGroup === next.undoGroup &&
  one.property === next.property

/** True for the paste of a component that a change fills with its file, unless that has become a draft of its own. */
const isCompletedBy = ({ intent }: Change, { intent: next, steps }: Change) =>
  intent.kind === 'paste' &&
  next.kind === 'set' &&
  intent.id !== undefined &&
  intent.id === next.completes &&
  steps.every(({ creates }) => creates === undefined)

/** Adds the steps of the file. Its inverse is not needed: undoing the paste removes what has the file. */
const completed = (paste: Change, { steps, files = new Map() }: Change): Change => ({
  ...paste,
  steps: [...paste.steps, ...steps],
  files: new Map([...(paste.files ?? []), ...files]),
})

/** Returns a change that is undone by itself. */
export const withoutUndoGroup = (change: Change): Change => {
  if (change.intent.kind !== 'set') return change
  const { undoGroup: _, ...intent } = change.intent
  return { ...change, intent }
}

/** Returns the history without the deletion of a draft that has the words of somebody else, too. */
export const withSharedDraft = (
  { undoStack, redoStack }: UndoHistory,
  draft: Iri,
  identities: IdentityMap,
): UndoHistory => {
  const isDeleting = ({ reveals, iri }: Step) =>
    reveals !== undefined && resolveIri(identities, iri) === draft
  return {
    redoStack,
    undoStack: undoStack.map((change) =>
      change.inverse.some(isDeleting) ? withoutInverse(change, defaultMessages.conflict) : change,
    ),
  }
}

/** Keeps the inverse of the first change and the new value of the last. */
const mergeChanges = (one: Change, { steps: [last] }: Change): Change => ({
  ...one,
  steps: one.steps.map((step) => ({ ...step, ...(last?.body && { body: last.body }) })),
})

/** True for a change that leads back to the values before it, such as that of a word which was typed and deleted. */
const isWithoutEffect = ({ steps, inverse }: Change) =>
  steps.length === inverse.length &&
  steps.every(
    ({ method, body, creates }, at) =>
      method === 'PATCH' &&
      inverse[at]!.method === 'PATCH' &&
      creates === undefined &&
      dequal(body, inverse[at]!.body),
  )

/** Returns the change that is undone or redone next. */
export const lastChange = ({ undoStack, redoStack }: UndoHistory, direction: Direction) =>
  (direction === 'undo' ? undoStack : redoStack).at(-1)

/** Returns the history without the change that is being undone or redone, and without those that are redone after it. */
export const withoutLast = ({ undoStack }: UndoHistory, direction: Direction): UndoHistory => ({
  undoStack: direction === 'undo' ? undoStack.slice(0, -1) : undoStack,
  redoStack: [],
})

/**
 * Records that the last change was undone or redone, which moves it to the other stack, or that this has failed. The next
 * undo continues with the steps that are left. A change that fails each time is dropped, so that the one before it is next.
 */
export const recordHistoryRun = (
  history: UndoHistory,
  direction: Direction,
  { failure, steps }: RunOutcome,
): UndoHistory => {
  const last = lastChange(history, direction)
  if (!last) return history
  const [from, to] = stacks[direction]
  const { isUnanswered: _, ...change } = last
  const others = history[from].slice(0, -1)
  if (!failure) return { ...history, [from]: others, [to]: [...history[to], change] }
  if (isLasting(failure)) return { ...history, [from]: others }
  const retried = {
    ...change,
    ...(failure.kind === 'offline' && { isUnanswered: true }),
    ...(direction === 'undo' && { inverse: steps }),
  }
  return { ...history, [from]: [...others, retried] }
}

/** The stack from which a direction takes a change, and the one to which it moves that. */
const stacks = { undo: ['undoStack', 'redoStack'], redo: ['redoStack', 'undoStack'] } as const

/** True for the failure of what is deleted, or of what the API refuses whenever it is sent. */
const isLasting = ({ kind }: Pick<Failure, 'kind'>) => kind === 'notFound' || kind === 'invalid'
