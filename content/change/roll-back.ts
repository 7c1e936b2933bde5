/** Takes back the first requests of a change of which a later one is refused, so that it is done as a whole or not at all. */
import type { Change, Step } from './types.ts'
import type { ChangeProgress } from './change-run.ts'
import { isCopying } from './plan-copies.ts'
import { resolveIri } from './undo/identity-map.ts'

/** True if only a part was sent of a change that must be done as a whole or not at all. */
export const canRollBack = ({ job, change, steps }: ChangeProgress) =>
  job.kind === 'apply' &&
  change !== null &&
  (isCopying(job.intent) || isCombined(change)) &&
  change.inverse.length > 0 &&
  steps.length < change.steps.length

const isCombined = ({ inverse }: Change) => inverse.some(({ reverts }) => reverts !== undefined)

/** Returns the progress with the steps that take back what was done, in place of those that were not sent. */
export const rolledBack = (progress: ChangeProgress): ChangeProgress => {
  const change = progress.change!
  return isCombined(change) ? withInverse(progress, change) : withRemoval(progress, change)
}

/** Returns the progress with the steps that undo those that were sent. */
const withInverse = (progress: ChangeProgress, change: Change): ChangeProgress => {
  const sent = change.steps.length - progress.steps.length
  return {
    ...progress,
    steps: change.inverse.filter(({ reverts = 0 }) => reverts < sent),
    change: {
      ...change,
      steps: change.steps.slice(0, sent),
      inverse: [],
      refetch: [...change.refetch, ...(change.refetchOnUndo ?? [])],
    },
  }
}

/**
 * Returns what remains of a change that was refused and could not be taken back whole: undoing it later does the rest. Null
 * if nothing remains.
 */
export const remainderOf = (change: Change, steps: readonly Step[]): Change | null =>
  steps.some(({ reverts }) => reverts !== undefined) ? { ...change, inverse: [...steps] } : null

/** Returns the progress with the steps that remove what was created. */
const withRemoval = (progress: ChangeProgress, change: Change): ChangeProgress => {
  const isStored = (request: string) => request.startsWith('/')
  return {
    ...progress,
    steps: change.inverse.filter(({ iri }: Step) => isStored(resolveIri(progress.identities, iri))),
    updates: { items: [], removed: [] },
    change: {
      ...change,
      inverse: [],
      refetch: change.refetch.filter(isStored),
      refetchOnApply: [],
    },
  }
}
