/** Selects the transitions that a chart may take for a trigger, as XState does. */
import type { StateModel, TransitionModel } from '../model/chart-model.ts'
import { triggerText } from '../model/transition-model.ts'
import { type Configuration, type IndexedChart, ancestry, combinationsOf } from './configuration.ts'

/** A transition with the state that has it. */
export interface Candidate {
  state: StateModel
  transition: TransitionModel
}

/** Returns the triggers that some active state waits for. */
export const triggersIn = (index: IndexedChart, configuration: Configuration) => [
  ...new Set(
    configuration
      .flatMap((id) => ancestry(index, id))
      .flatMap(({ transitions }) => transitions.map(({ trigger }) => triggerText(trigger))),
  ),
]

/** Returns the value of the guard of a transition, or null where it may be either. */
export type ValueOf = (transition: TransitionModel) => boolean | null

/**
 * Returns the sets of transitions that may be taken at once for a trigger: one of each region, the innermost and the first
 * whose guard may be true. The empty set is among them where all guards may be false.
 */
export function selectionsFor(
  index: IndexedChart,
  configuration: Configuration,
  trigger: string,
  valueOf: ValueOf,
): Candidate[][] {
  const perRegion = configuration.map((id) => {
    const candidates = ancestry(index, id).flatMap((state) =>
      state.transitions
        .filter((transition) => matches(triggerText(transition.trigger), trigger))
        .map((transition) => ({ state, transition })),
    )
    return alternativesOf(candidates, valueOf)
  })
  return unique(combinationsOf(perRegion).map((chosen) => withoutOuter(index, chosen.flat())))
}

/** Returns the transitions of one region of which one is taken: none, if no guard is certainly true. */
function alternativesOf(candidates: readonly Candidate[], valueOf: ValueOf): Candidate[][] {
  const alternatives: Candidate[][] = []
  for (const candidate of candidates) {
    const value = valueOf(candidate.transition)
    if (value !== false) alternatives.push([candidate])
    if (value === true) return alternatives
  }
  return [...alternatives, []]
}

/** Events are matched by pattern, too: `*`, and `pointer.*` for all that begin like this. */
const matches = (pattern: string, trigger: string) =>
  pattern === trigger ||
  (pattern === 'any event' && !/ (done|failed|changed)$|^(after |always$|done$)/.test(trigger)) ||
  (pattern.endsWith('.*') && trigger.startsWith(pattern.slice(0, -1)))

/** Leaves out transitions of outer states where an inner one is taken. */
const withoutOuter = (index: IndexedChart, chosen: readonly Candidate[]) =>
  [...new Set(chosen)].filter(
    ({ state }) =>
      !chosen.some(
        (other) =>
          other.state.id !== state.id &&
          ancestry(index, other.state.id).some(({ id }) => id === state.id),
      ),
  )

const unique = (selections: readonly Candidate[][]) => [
  ...new Map(
    selections.map((selection) => [
      selection.map(({ transition }) => transition.key).join('\n'),
      selection,
    ]),
  ).values(),
]
