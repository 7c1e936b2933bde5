/** Lists the arrows of a chart. */
import {
  type ChartModel,
  type StateModel,
  type TransitionModel,
  statesBelow,
} from '../model/chart-model.ts'
import type { TextLine } from './chart-layout.ts'
import { type Size, initialId, textSize } from './sizes.ts'
import { labelLines, staysIn } from './text-lines.ts'

export interface Arrow {
  from: string
  to: string
  transitions: TransitionModel[]
  /** Null where the text stands in the state from which the arrow leads, beside its beginning. */
  label: { lines: TextLine[]; size: Size } | null
}

/**
 * Returns the arrows of a chart: those to initial states, one for each transition of a state that has no others inside
 * it, and one with a label for all transitions from a state around others to the same target.
 */
export function arrowsOf({ root }: ChartModel, maxWidth: number): Arrow[] {
  const states = statesBelow(root)
  const initial = states.flatMap(({ id, initial: to }) =>
    to === null ? [] : [{ from: initialId(id), to, transitions: [], label: null }],
  )
  return [
    ...initial,
    ...states.flatMap((state) =>
      isLeaf(state) ? arrowsFrom(state) : joinedArrowsFrom(state, maxWidth),
    ),
  ]
}

/** True for a state without others inside it, in whose box the transitions are written. */
export const isLeaf = ({ states }: StateModel) => states.length === 0

const arrowsFrom = (state: StateModel): Arrow[] =>
  leavingTransitions(state).flatMap((transition) =>
    transition.targets.map((to) => ({
      from: state.id,
      to,
      transitions: [transition],
      label: null,
    })),
  )

function joinedArrowsFrom(state: StateModel, maxWidth: number): Arrow[] {
  const joined = new Map<string, TransitionModel[]>()
  for (const transition of leavingTransitions(state))
    for (const to of transition.targets) joined.set(to, [...(joined.get(to) ?? []), transition])
  return [...joined].map(([to, transitions]) => {
    const lines = labelLines(transitions, maxWidth)
    return { from: state.id, to, transitions, label: { lines, size: textSize(lines) } }
  })
}

const leavingTransitions = (state: StateModel) =>
  state.transitions.filter((transition) => !staysIn(transition, state))
