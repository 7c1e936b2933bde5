/** Joins two versions of a chart into one, to draw what was removed beside what was added. */
import type { ChartModel, StateModel, TransitionModel } from '../model/chart-model.ts'
import type { ChartDifference } from './diff-charts.ts'

/** Returns the newer version with the states and transitions that only the older one has. */
export const mergeCharts = (before: ChartModel, after: ChartModel): ChartModel => ({
  ...after,
  root: mergeStates(before.root, after.root),
})

function mergeStates(before: StateModel, after: StateModel): StateModel {
  const states = after.states.map((state) => {
    const older = before.states.find(({ id }) => id === state.id)
    return older ? mergeStates(older, state) : state
  })
  return {
    ...after,
    states: [...states, ...missing(before.states, after.states, ({ id }) => id)],
    transitions: [
      ...after.transitions,
      ...missing<TransitionModel>(before.transitions, after.transitions, ({ key }) => key),
    ],
  }
}

const missing = <Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
) => before.filter((item) => after.every((other) => nameOf(other) !== nameOf(item)))

/** Returns the marks of what has changed, for the drawing: `added`, `removed` or `changed`. */
export function marksOfDifferences(differences: readonly ChartDifference[]) {
  const marks = new Map(
    differences.map(({ id, change }) => [id, change === 'renamed' ? 'changed' : change] as const),
  )
  return (id: string): string | undefined => marks.get(id)
}

/** Returns differences as lines of text. */
export const differenceLines = (differences: readonly ChartDifference[]) =>
  differences.flatMap(({ what, id, change, details }) => {
    if (change === 'renamed') return [`${what} ${details[0]} is now ${id}`]
    return [`${what} ${id} ${change}`, ...details.map((detail) => `  ${detail}`)]
  })
