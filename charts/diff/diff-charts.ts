/** Compares two versions of a chart. */
import { actionText } from '../model/action-text.ts'
import {
  type ActionModel,
  type ChartModel,
  type StateModel,
  type TransitionModel,
  statesBelow,
  transitionsOf,
} from '../model/chart-model.ts'
import { guardText } from '../model/guard-model.ts'

export interface ChartDifference {
  what: 'state' | 'transition'
  /** The id of the state, or the key of the transition: of the newer version, unless it was removed. */
  id: string
  change: 'added' | 'removed' | 'changed' | 'renamed'
  /** The changes in words; for a renamed state, the id that it had. */
  details: string[]
}

/** Returns how a chart differs from an older version of it: nothing if they are the same. */
export function diffCharts(before: ChartModel, after: ChartModel): ChartDifference[] {
  const renamed = renamedStates(before, after)
  const older = renameStates(before, renamed)
  return [
    ...[...renamed].map(([from, to]): ChartDifference => ({
      what: 'state',
      id: to,
      change: 'renamed',
      details: [from],
    })),
    ...differences(
      'state',
      keyed(statesBelow(older.root), idOf),
      keyed(statesBelow(after.root), idOf),
      stateDetails,
    ),
    ...differences(
      'transition',
      keyed(transitionsOf(older), keyOf),
      keyed(transitionsOf(after), keyOf),
      transitionDetails,
    ),
  ]
}

const idOf = ({ id }: StateModel) => id
const keyOf = ({ key }: TransitionModel) => key
const keyed = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
  new Map(items.map((item) => [nameOf(item), item]))

function differences<Item>(
  what: ChartDifference['what'],
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  detailsOf: (before: Item, after: Item) => string[],
): ChartDifference[] {
  const removed = [...before.keys()].filter((id) => !after.has(id))
  return [
    ...removed.map((id): ChartDifference => ({ what, id, change: 'removed', details: [] })),
    ...[...after].flatMap(([id, item]): ChartDifference[] => {
      const older = before.get(id)
      if (!older) return [{ what, id, change: 'added', details: [] }]
      const details = detailsOf(older, item)
      return details.length > 0 ? [{ what, id, change: 'changed', details }] : []
    }),
  ]
}

/** Returns the new ids of states that are as they were under another id, by their old ones. */
function renamedStates(before: ChartModel, after: ChartModel) {
  const [older, newer] = [statesBelow(before.root), statesBelow(after.root)]
  const kept = new Set(older.map(idOf).filter((id) => newer.some((state) => state.id === id)))
  const added = newer.filter(({ id }) => !kept.has(id))
  const renamed = new Map<string, string>()
  for (const state of older.filter(({ id }) => !kept.has(id))) {
    const matches = added.filter((other) => shapeOf(other) === shapeOf(state))
    // Two that look the same cannot be told apart.
    if (matches.length === 1) renamed.set(state.id, matches[0]!.id)
  }
  return renamed
}

/** A text that is the same for states that only differ in their names. */
const shapeOf = (state: StateModel) =>
  JSON.stringify({ ...state, key: '' }, (name, value: unknown) =>
    typeof value === 'string' && (name === 'id' || name === 'key' || value.startsWith(state.id))
      ? value.replace(state.id, '')
      : value,
  )

/** Returns a chart in which states have new ids, so that only what else has changed differs. */
function renameStates(chart: ChartModel, renamed: ReadonlyMap<string, string>): ChartModel {
  if (renamed.size === 0) return chart
  const newId = (text: string) => {
    const [id, rest] = [text.split(' ')[0]!, text.slice(text.split(' ')[0]!.length)]
    return `${renamed.get(id) ?? id}${rest}`
  }
  return JSON.parse(
    JSON.stringify(chart, (_, value: unknown) =>
      typeof value === 'string' ? newId(value) : value,
    ),
  ) as ChartModel
}

const stateDetails = (before: StateModel, after: StateModel) => [
  ...changed('type', before.type, after.type),
  ...changed('initial state', before.initial ?? 'none', after.initial ?? 'none'),
  ...changed('description', before.description ?? 'none', after.description ?? 'none'),
  ...changed('tags', before.tags.join(', ') || 'none', after.tags.join(', ') || 'none'),
  ...changed('entry', actionsText(before.entry), actionsText(after.entry)),
  ...changed('exit', actionsText(before.exit), actionsText(after.exit)),
  ...changed('actors', invokesText(before), invokesText(after)),
]

const transitionDetails = (before: TransitionModel, after: TransitionModel) => [
  ...changed('guard', guardOf(before), guardOf(after)),
  ...changed('target', before.targets.join(', ') || 'none', after.targets.join(', ') || 'none'),
  ...changed('actions', actionsText(before.actions), actionsText(after.actions)),
  ...changed('re-entry', before.reenter ? 'yes' : 'no', after.reenter ? 'yes' : 'no'),
]

const changed = (what: string, before: string, after: string) =>
  before === after ? [] : [`${what}: ${before} → ${after}`]

const guardOf = ({ guard }: TransitionModel) => (guard ? guardText(guard) : 'none')
const actionsText = (actions: readonly ActionModel[]) =>
  actions.map(actionText).join(', ') || 'none'
const invokesText = ({ invokes }: StateModel) =>
  invokes.map(({ src, id }) => `${src ?? '(inline)'} as ${id}`).join(', ') || 'none'
