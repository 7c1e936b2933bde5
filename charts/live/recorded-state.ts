/** Reads from a chart what it shows of a machine that was recorded, whose code is not at hand. */
import type { StateValue } from 'xstate'
import type { StateModel } from '../model/chart-model.ts'
import type { LiveState, Readiness } from './readiness.ts'
import type { ShownSnapshot } from './watched.ts'

/** Returns where a machine was, and what it might have done next. No guard can be asked. */
export function recordedStateOf(
  { status, value }: Pick<ShownSnapshot, 'status' | 'value'>,
  root: StateModel,
): LiveState {
  const active = [root, ...activeBelow(root, value)]
  const transitions = status === 'active' ? active.flatMap((state) => state.transitions) : []
  return {
    active: new Set(active.map(({ id }) => id)),
    readiness: new Map(
      transitions.map(({ key, guard }): [string, Readiness] => [key, guard ? 'guarded' : 'open']),
    ),
  }
}

/** Returns the states inside one that are active. What the chart does not have, because it has changed since, is left out. */
const activeBelow = ({ states }: StateModel, value: StateValue): StateModel[] =>
  (typeof value === 'string' ? [[value, {}] as const] : Object.entries(value)).flatMap(
    ([key, inner]) => {
      const state = states.find((each) => each.key === key)
      return state ? [state, ...activeBelow(state, inner ?? {})] : []
    },
  )
