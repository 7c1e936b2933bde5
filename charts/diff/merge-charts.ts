/** Joins two versions of a chart into one, to draw what was removed beside what was added. */
import type { ChartModel, StateModel, TransitionModel } from '../model/chart-model.ts'

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
