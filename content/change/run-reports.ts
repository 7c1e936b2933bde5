/** Describes what has become of a change, as an event: it was saved, undone or redone, or that has failed. */
import type { Iri } from '../model/iri.ts'
import type { ChangeOutcome } from './change-outcome.ts'
import type { ChangeQueue, HistoryRun } from './change-queue.ts'
import { isCopying } from './plan-copies.ts'
import type { Change, Step } from './types.ts'
import { type IdentityMap, resolveIri } from './undo/identity-map.ts'
import type { Direction } from './undo/undo-history.ts'

/** True if some requests of an undo or redo were sent, but not all. */
const isPartlyDone = (
  direction: Direction,
  { change, steps }: { change: Change | null; steps: readonly Step[] },
) => {
  const planned = (direction === 'undo' ? change?.inverse : change?.steps) ?? []
  return steps.length > 0 && steps.length < planned.length
}

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

/** Returns the report of a new change, which is still in the queue. */
export const requestReport = (
  { queue }: Pick<ChangeQueue, 'queue'>,
  id: string,
  outcome: ChangeOutcome,
) => {
  const { failure, result: saved } = outcome
  const { intent } = queue.find((request) => request.id === id)!
  return failure
    ? { type: 'change.failed' as const, id, intent, failure }
    : { type: 'change.saved' as const, id, intent, saved, copied: copiedIri(outcome) }
}

/** Returns the report of an undo or redo. */
export const historyReport = ({ direction, output }: HistoryRun) => {
  const { failure, change, result: saved, identities } = output
  if (failure) {
    const isPartial = isPartlyDone(direction, output)
    return { type: 'undo.failed' as const, direction, isPartial, failure }
  }
  const type = direction === 'undo' ? ('change.undone' as const) : ('change.redone' as const)
  const restored = restoredIri(direction, change!, identities)
  return { type, intent: change!.intent, saved, restored }
}
