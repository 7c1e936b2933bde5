/** Takes back the first requests of a change of which a later one is refused, so that it is done as a whole or not at all. */
import type { Change, Step } from './types.ts'
import type { ChangeProgress } from './change-run.ts'
import type { Iri } from '../model/iri.ts'
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
  const steps = change.inverse.filter(({ reverts = 0 }) => reverts < sent.length)
  return {
    ...withoutCreated(progress, { sent, steps }),
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

interface Rollback {
  /** The steps that were sent. */
  sent: readonly Step[]
  /** Those that undo them. */
  steps: readonly Step[]
}

/**
 * Returns the progress as if nothing was created: what was to be recreated keeps the IRI by which it is known. Only the steps
 * of the rollback still name what was created.
 */
const withoutCreated = (progress: ChangeProgress, { sent, steps }: Rollback): ChangeProgress => {
  const { identities, updates, replacements } = progress
  const former = sent.flatMap(({ creates }): Iri[] => Object.values(creates ?? {}))
  const created = new Set<Iri>(former.map((iri) => resolveIri(identities, iri)))
  const isCreated = (iri: Iri) => created.has(resolveIri(identities, iri))
  const aliases = Object.entries(identities.aliases).filter(
    ([iri, alias]) => !isStored(iri) || !created.has(alias),
  )
  return {
    ...progress,
    identities: { ...identities, aliases: Object.fromEntries(aliases) },
    replacements: replacements.filter(({ to }) => !created.has(to)),
    steps: steps.map((step) =>
      isCreated(step.iri)
        ? { ...step, iri: resolveIri(identities, step.iri), exactIri: true }
        : step,
    ),
    updates: {
      ...updates,
      items: updates.items.filter(({ resource }) => !created.has(resource['@id'])),
      removed: updates.removed.filter((iri) => !former.includes(iri)),
    },
  }
}

/**
 * Returns what remains of a change that was refused and could not be taken back whole: undoing it later does the rest. Null
 * if nothing remains.
 */
export const remainderOf = (change: Change, steps: readonly Step[]): Change | null =>
  steps.some(isReverting) ? { ...change, inverse: [...steps] } : null
