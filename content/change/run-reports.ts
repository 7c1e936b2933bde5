/** Reports what has become of a change: it was saved, undone or redone, or that has failed. */
import type { Iri } from '../model/iri.ts'
import type { ChangeOutcome } from './change-outcome.ts'
import type { HistoryRun } from './change-queue.ts'
import { isCopying } from './plan-copies.ts'
import { remainderOf } from './roll-back.ts'
import type { Change } from './types.ts'
import { type IdentityMap, resolveIri } from './undo/identity-map.ts'
import type { Direction } from './undo/undo-history.ts'

/** True if some requests of a change were carried out, but not all. */
const isPartlyDone = ({ hasEffect, steps }: ChangeOutcome) => hasEffect && steps.length > 0

/** Returns the placeholder of the component that an addition has created, or the first copy; undefined for other changes. */
const addedIri = ({ intent, steps }: Change): Iri | undefined => {
  if (isCopying(intent)) return steps.findLast(({ sortIndex }) => sortIndex)?.creates?.iri
  return intent.kind === 'add' ? steps[0]?.creates?.iri : undefined
}

/** Returns the first copy that a change has created; null for other changes. */
const copiedIri = ({ change, identities }: ChangeOutcome): Iri | null => {
  const iri = change && isCopying(change.intent) ? addedIri(change) : undefined
  return iri === undefined ? null : resolveIri(identities, iri)
}

/** Returns the resource that undoing its deletion, or redoing its addition, has restored; null for other changes. */
const restoredIri = (direction: Direction, change: Change, identities: IdentityMap): Iri | null => {
  const { intent } = change
  const iri = direction === 'undo' ? intent.kind === 'delete' && intent.iri : addedIri(change)
  return iri ? resolveIri(identities, iri) : null
}

/** Returns the deleted resource that a change has put back with its edit; null for other changes. */
const putBackIri = ({ change, identities }: ChangeOutcome): Iri | null =>
  change?.intent.kind === 'restore' ? resolveIri(identities, change.intent.iri) : null

/** Returns the report of a new change that has succeeded. */
export const savedRun = (outcome: ChangeOutcome) => ({
  saved: outcome.result,
  copied: copiedIri(outcome),
  restored: putBackIri(outcome),
})

/** Returns the report of a new change that has failed. */
export const refusedRun = (outcome: ChangeOutcome) => ({
  isPartial:
    isPartlyDone(outcome) ||
    (outcome.change !== null && remainderOf(outcome.change, outcome.steps) !== null),
})

/** Returns the report of an undo or redo that has failed. */
export const failedRun = ({ direction, output }: HistoryRun) => ({
  direction,
  isPartial: isPartlyDone(output),
})

/** Returns the report of an undo or redo that has succeeded. */
export const completedRun = ({ direction, output }: HistoryRun) => {
  const { change, result: saved, identities } = output
  return {
    intent: change!.intent,
    saved,
    page: change?.page,
    restored: restoredIri(direction, change!, identities),
  }
}
