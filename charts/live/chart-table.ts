/** Lists what a chart shows as rows of a table, for those who cannot see its drawing. */
import { actionText } from '../model/action-text.ts'
import {
  type ChartModel,
  type GuardModel,
  type StateModel,
  statesBelow,
} from '../model/chart-model.ts'
import { guardDescription, guardText } from '../model/guard-model.ts'
import { triggerText } from '../model/transition-model.ts'

export interface StateRows {
  /** The id of the state. */
  id: string
  /** The path below the machine's root; the id of the machine for the root itself. */
  name: string
  /** Its kind, its tags, and the actors that run in it. */
  notes: string[]
  description: string | null
  transitions: TransitionRow[]
}

export interface TransitionRow {
  key: string
  event: string
  /** Empty if there is no condition. */
  guard: string
  /** The questions of its guards in plain words, each in a line; null if none is described. */
  guardDescription: string | null
  actions: string
  /** The names of the states that it leads to; empty if it stays where it is. */
  targets: string[]
  description: string | null
}

/** Returns the states of a chart, each before those inside it, with their transitions. */
export const chartTable = ({ id, root }: Pick<ChartModel, 'id' | 'root'>): StateRows[] => {
  const nameOf = (state: string) =>
    state.startsWith(`${id}.`) ? state.slice(id.length + 1) : state
  return statesBelow(root).map((state) => ({
    id: state.id,
    name: nameOf(state.id),
    notes: notesOf(state),
    description: state.description,
    transitions: state.transitions.map(
      ({ key, trigger, guard, actions, targets, description }) => ({
        ...{ key, description },
        event: triggerText(trigger),
        guard: guard ? guardText(guard) : '',
        guardDescription: guard && describedAlone(guard),
        actions: actions.map(actionText).join(', '),
        targets: targets.map(nameOf),
      }),
    ),
  }))
}

/** The name of a guard that stands alone is shown beside its description. */
const describedAlone = (guard: GuardModel) =>
  guard.type === 'name' ? guard.description : guardDescription(guard)

const notesOf = ({ type, tags, initial, invokes, entry, exit }: StateModel) => [
  ...(type === 'atomic' ? [] : [type]),
  ...(initial === null ? [] : [`begins with ${initial.split('.').at(-1)}`]),
  ...tags.map((tag) => `tagged ${tag}`),
  ...invokes.map(({ id, src }) => `runs ${src ?? id}`),
  ...entry.map((action) => `entry: ${actionText(action)}`),
  ...exit.map((action) => `exit: ${actionText(action)}`),
]
