/**
 * Converts the history of undo and redo to a text, which is remembered over a reload, and back. Undo runs in order, so a
 * change that cannot be remembered is left out together with everything older:
 * - one with a file that is not in the media library, whose content would fill up the storage
 * - one for which the limits leave no room
 *
 * Of any other file, the IRI is remembered in place of its content, since the API takes both.
 *
 * A change that is being undone or redone is left out until the response is there (`withoutLast`), and a new one until it
 * is saved. So nothing is sent twice after a reload that comes in between: what was not confirmed is not in the history.
 * The page shows whether it has reached the site. If it has, older changes of the same resource are refused by their
 * versions, as after a change by someone else.
 */
import {
  array,
  boolean,
  check,
  exactOptional,
  looseObject,
  nullable,
  number,
  pipe,
  record,
  regex,
  strictObject,
  string,
  unknown,
} from 'valibot'
import { isIntentKind } from '../intent-labels.ts'
import { iri, isPlain, maxCharacters, page, parseRememberedText } from '../remembered-text.ts'
import type { Change, Step } from '../types.ts'
import type { IdentityMap } from './identity-map.ts'
import { type UndoHistory, withoutUndoGroup } from './undo-history.ts'

export interface RememberedHistory {
  history: UndoHistory
  identities: IdentityMap
}

/** Increased when the form of a change is another one. */
const version = 2

/**
 * Bounds what is remembered.
 * @internal Exported for tests.
 */
export const rememberedLimits = {
  characters: maxCharacters,
  changes: 100,
}

/** Returns the text that is remembered for an account; null if there is nothing that it has room for. */
export const rememberedText = (
  account: string,
  { history, identities }: RememberedHistory,
): string | null => {
  const remembered = { version, account, identities, redoStack: [], undoStack: [] }
  const room = {
    changes: rememberedLimits.changes,
    characters: rememberedLimits.characters - JSON.stringify(remembered).length,
  }
  if (room.characters < 0) return null
  // The changes that are redone are newer than those that are undone.
  const redoStack = lastThatFit(history.redoStack, room)
  const undoStack = lastThatFit(history.undoStack, room)
  return redoStack.length + undoStack.length === 0
    ? null
    : JSON.stringify({ ...remembered, redoStack, undoStack })
}

/** Returns the changes at the end of a stack for which there is room, and takes that from it. */
const lastThatFit = (
  stack: readonly Change[],
  room: { changes: number; characters: number },
): Change[] => {
  const fitting: Change[] = []
  for (const change of stack.map(lasting).toReversed()) {
    if (room.changes === 0 || !isPlain(change)) break
    const characters = JSON.stringify(change).length + 1
    if (characters > room.characters) break
    room.changes -= 1
    room.characters -= characters
    fitting.push(change)
  }
  return fitting.toReversed()
}

/**
 * Returns what outlasts its document, with the IRIs of files in place of their contents: an undo group ends with it, since
 * the next one uses the same names for other groups, and so do the resources that are only shown meanwhile.
 */
const lasting = ({ former: _, files, ...change }: Change) =>
  JSON.parse(
    JSON.stringify(withoutUndoGroup(change), (_key, value: unknown) => files?.get(value) ?? value),
  ) as Change

const iris = array(iri)
/** The properties of a step, each of which the compiler asks for; those that are set when it is sent are not remembered. */
const stepEntries = {
  method: pipe(string(), regex(/^(?:POST|PATCH|DELETE)$/)),
  iri,
  published: exactOptional(boolean()),
  body: exactOptional(record(string(), unknown())),
  ifMatch: exactOptional(string()),
  creates: exactOptional(strictObject({ iri, position: exactOptional(iri) })),
  targetsOriginal: exactOptional(boolean()),
  exactIri: exactOptional(boolean()),
  isShifted: exactOptional(boolean()),
  id: exactOptional(string()),
  sortIndex: exactOptional(strictObject({ group: iri, index: number() })),
  reverts: exactOptional(number()),
  removes: exactOptional(iris),
  isPublication: exactOptional(boolean()),
  reveals: exactOptional(iri),
} satisfies Record<keyof Omit<Step, 'alsoPublishes'>, unknown>
const step = strictObject(stepEntries)
const change = strictObject({
  id: string(),
  intent: looseObject({
    kind: pipe(string(), check(isIntentKind)),
    iri: exactOptional(iri),
    iris: exactOptional(iris),
    property: exactOptional(string()),
  }),
  page: exactOptional(page),
  steps: array(step),
  inverse: array(step),
  irreversible: exactOptional(string()),
  isUnanswered: exactOptional(boolean()),
  refetch: iris,
  refetchOnApply: exactOptional(iris),
  refetchOnUndo: exactOptional(iris),
  following: exactOptional(iris),
  followingOnUndo: exactOptional(iris),
})
const format = {
  version,
  entries: {
    identities: strictObject({ aliases: record(iri, iri), etags: record(iri, nullable(string())) }),
    redoStack: array(change),
    undoStack: array(change),
  },
}

/** Returns what was remembered for this account; null for anything else. */
export const parseRemembered = (text: string, account: string): RememberedHistory | null => {
  const remembered = parseRememberedText(text, account, format)
  if (!remembered) return null
  const { identities, redoStack, undoStack } = remembered
  if (redoStack.length + undoStack.length > rememberedLimits.changes) return null
  return { history: { redoStack, undoStack } as UndoHistory, identities }
}
