/** Takes back the first requests of a change of which a later one is refused, so that it is done as a whole or not at all. */
import type { Change, Step } from './types.ts'
import type { ChangeProgress } from './change-run.ts'
import { resolveIri } from './undo/identity-map.ts'

const isReverting = ({ reverts }: Step) => reverts !== undefined

/** True if only a part was sent of a change that must be done as a whole or not at all. */
export const canRollBack = ({ job, change, steps }: ChangeProgress) =>
  job.kind === 'apply' &&
  change !== null &&
  change.inverse.some(isReverting) &&
  steps.length < change.steps.length

/** Returns the progress with the steps that undo those that were sent, in place of the others. */
export const rolledBack = (progress: ChangeProgress): ChangeProgress => {
  const change = progress.change!
  const sent = change.steps.slice(0, change.steps.length - progress.steps.length)
  const { refetch, refetchOnApply = [], refetchOnUndo = [] } = change
  const { following = [], followingOnUndo = [] } = change
  return {
    ...progress,
    steps: change.inverse.filter(({ reverts = 0 }) => reverts < sent.length),
    updates: withoutCreated(progress, sent),
    change: {
      ...change,
      steps: sent,
      inverse: [],
      refetch: [...refetch, ...refetchOnUndo, ...following, ...followingOnUndo].filter(isStored),
      following: [],
      refetchOnApply: refetchOnApply.filter(isStored),
    },
  }
}

/** False for the placeholder of a resource that the change creates: it is gone after the rollback. */
const isStored = (request: string) => request.startsWith('/')

const withoutCreated = ({ identities, updates }: ChangeProgress, sent: readonly Step[]) => {
  const created = sent.flatMap(({ creates }) => Object.values(creates ?? {}))
  const iris = new Set<string>(created.map((iri) => resolveIri(identities, iri)))
  return { ...updates, items: updates.items.filter(({ resource }) => !iris.has(resource['@id'])) }
}

/**
 * Returns what remains of a change that was refused and could not be taken back whole: undoing it later does the rest. Null
 * if nothing remains.
 */
export const remainderOf = (change: Change, steps: readonly Step[]): Change | null =>
  steps.some(isReverting) ? { ...change, inverse: [...steps] } : null
