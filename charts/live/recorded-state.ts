/** Reads what a chart shows of a recorded machine, which does not run. */
import type { StateValue } from 'xstate'
import type { ChartModel, StateModel, TransitionModel } from '../model/chart-model.ts'
import type { LiveState, Readiness } from './readiness.ts'
import type { ShownSnapshot } from './watched.ts'

/** Returns where a machine was, and what it could have done next. Its guards are not asked: they `depend`. */
export function recordedState({ status, value }: ShownSnapshot, { root }: ChartModel): LiveState {
  const active = activeStates(root, value)
  const transitions = status === 'active' ? active.flatMap((state) => state.transitions) : []
  return {
    active: new Set(active.map(({ id }) => id)),
    readiness: new Map(transitions.map((each) => [each.key, readinessOf(each)])),
  }
}

const readinessOf = ({ trigger, guard }: TransitionModel): Readiness => {
  // One that nothing holds back would have been taken.
  if (trigger.type === 'always') return 'refused'
  return guard ? 'depends' : 'open'
}

const activeStates = (state: StateModel, value: StateValue | undefined): StateModel[] => [
  state,
  ...state.states.flatMap((inner) => {
    if (value === inner.key) return activeStates(inner, undefined)
    const isInside = typeof value === 'object' && inner.key in value
    return isInside ? activeStates(inner, value[inner.key]) : []
  }),
]
