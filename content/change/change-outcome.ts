/** The outcome of a change that has ended, with what remains to be done. */
import type { Failure } from '../model/failure.ts'
import type { Iri } from '../model/iri.ts'
import type { ChangeProgress } from './change-run.ts'
import { resolveIri } from './undo/identity-map.ts'
import type { Step } from './types.ts'

/** The outcome of a change that has succeeded, failed or stopped halfway. */
export interface ChangeOutcome extends Pick<
  ChangeProgress,
  'change' | 'identities' | 'steps' | 'result' | 'replacements' | 'hasEffect' | 'changedByOthers'
> {
  failure: Failure | null
  /** The resources that were deleted and have no replacement. */
  removed: Iri[]
}

/** Returns the outcome of a change that ends here, with the steps that were not sent. */
export const changeOutcome = (progress: ChangeProgress, failure: Failure | null): ChangeOutcome => {
  const { change, identities, result, replacements, hasEffect, changedByOthers } = progress
  const left = { steps: remainingSteps(progress), removed: removedIris(progress) }
  return {
    change,
    identities,
    result,
    replacements,
    hasEffect,
    changedByOthers,
    failure,
    ...left,
  }
}

/** Returns the IRIs that were deleted and have no replacement. */
const removedIris = ({ updates, replacements, identities }: ChangeProgress): Iri[] => {
  const present = new Set([
    ...updates.items.map(({ resource }) => resource['@id']),
    ...replacements.map(({ from }) => from),
  ])
  const isRecreated = (iri: Iri) => resolveIri(identities, iri) !== iri
  return updates.removed.filter((iri) => !present.has(iri) && !isRecreated(iri))
}

/** Returns the steps that were not sent, so that they can be sent later: they still mean the original resources. */
const remainingSteps = ({ steps, initialIdentities }: ChangeProgress): Step[] =>
  steps.map(({ targetsOriginal, ...step }) =>
    targetsOriginal
      ? { ...step, iri: resolveIri(initialIdentities, step.iri), exactIri: true }
      : step,
  )
