/** Follows the transitions of a chart from one set of active states to the next, without running its machine. */
import {
  type ActionModel,
  type ChartModel,
  type InvokeModel,
  type StateModel,
  type TransitionModel,
  statesBelow,
} from '../model/chart-model.ts'

/** A chart whose states are found by their ids, and which knows the state around each. */
export interface IndexedChart {
  chart: ChartModel
  states: ReadonlyMap<string, StateModel>
  parents: ReadonlyMap<string, StateModel>
  /** Each state with those around it, the innermost first. */
  ancestries: ReadonlyMap<string, readonly StateModel[]>
  /** The position of each state in the chart. */
  order: ReadonlyMap<string, number>
}

/** Returns a chart with its states by their ids. */
export function indexChart(chart: ChartModel): IndexedChart {
  const all = statesBelow(chart.root)
  const parents = new Map(
    all.flatMap((parent) => parent.states.map(({ id }) => [id, parent] as const)),
  )
  const outwards = (state: StateModel): StateModel[] => {
    const parent = parents.get(state.id)
    return parent ? [state, ...outwards(parent)] : [state]
  }
  return {
    chart,
    states: new Map(all.map((state) => [state.id, state])),
    parents,
    ancestries: new Map(all.map((state) => [state.id, outwards(state)])),
    order: new Map(all.map(({ id }, index) => [id, index])),
  }
}

/** The ids of the active states that have no active state inside. */
export type Configuration = readonly string[]

/** The actors that are started, and the actions that are run, when states are left and entered. */
export interface Step {
  configuration: Configuration
  actions: readonly ActionModel[]
  invokes: readonly InvokeModel[]
  /** The ids of the states that are entered. */
  entered: readonly string[]
}

/** Returns a state and those around it, the innermost first. */
export const ancestry = ({ ancestries }: IndexedChart, id: string) => ancestries.get(id) ?? []

/** True for a state inside another, or the same. */
export const isWithin = (index: IndexedChart, id: string, outer: string) =>
  ancestry(index, id).some((state) => state.id === outer)

/** Returns the first step of a machine, in each of the ways that its history allows. */
export const startOf = (index: IndexedChart): Step[] =>
  waysIn(index, index.chart.root, []).map((entered) => stepOf(index, [], entered, []))

/** Returns the steps of a transition that is taken: one, or more where a history state remembers. */
export function stepsOf(
  index: IndexedChart,
  configuration: Configuration,
  source: StateModel,
  transition: TransitionModel,
): Step[] {
  const { targets, actions } = transition
  if (targets.length === 0) return [{ configuration, actions, invokes: [], entered: [] }]
  const domain = domainOf(index, source, transition)
  const left = configuration.filter((id) => id !== domain.id && isWithin(index, id, domain.id))
  const stays = configuration.filter((id) => !left.includes(id))
  const exits = inOrder(
    index,
    left.flatMap((id) => insideOf(index, id, domain)),
  ).toReversed()
  return waysIn(index, domain, targets).map((entered) => {
    const inside = entered.filter(({ id }) => id !== domain.id)
    const step = stepOf(index, stays, inside, [...exits.flatMap(({ exit }) => exit), ...actions])
    return step
  })
}

function stepOf(
  index: IndexedChart,
  stays: Configuration,
  entered: readonly StateModel[],
  actions: readonly ActionModel[],
): Step {
  const isOuter = (state: StateModel) => entered.some(({ id }) => index.parents.get(id) === state)
  const leaves = entered.filter((state) => !isOuter(state)).map(({ id }) => id)
  return {
    configuration: [...stays, ...leaves].toSorted(),
    actions: [...actions, ...entered.flatMap(({ entry }) => entry)],
    invokes: entered.flatMap(({ invokes }) => invokes),
    entered: entered.map(({ id }) => id),
  }
}

const inOrder = ({ order }: IndexedChart, states: readonly StateModel[]) =>
  [...new Set(states)].toSorted((one, other) => order.get(one.id)! - order.get(other.id)!)

/** Returns a state and those around it, up to another one without that. */
const insideOf = (index: IndexedChart, id: string, domain: StateModel) => {
  const path = ancestry(index, id)
  return path.slice(0, path.indexOf(domain))
}

/** Returns the state inside which a transition leaves and enters states, as XState finds it. */
function domainOf(
  index: IndexedChart,
  source: StateModel,
  { targets, reenter }: TransitionModel,
): StateModel {
  if (!reenter && targets.every((id) => isWithin(index, id, source.id))) return source
  const [, ...outer] = ancestry(index, source.id)
  const holds = (state: StateModel) =>
    targets.every((id) => id !== state.id && isWithin(index, id, state.id))
  return outer.find(holds) ?? index.chart.root
}

/** Returns the states that are entered inside a state, itself included, on the way to targets: one list for each way. */
function waysIn(
  index: IndexedChart,
  state: StateModel,
  targets: readonly string[],
): StateModel[][] {
  const inside = targets.filter((id) => id !== state.id && isWithin(index, id, state.id))
  if (state.type === 'parallel') {
    const regions = state.states.filter(({ type }) => type !== 'history')
    const ways = regions.map((region) => waysIn(index, region, inside))
    return combinationsOf(ways).map((way) => [state, ...way.flat()])
  }
  if (state.type !== 'compound') return [[state]]
  const next = inside.length > 0 ? inside : state.initial === null ? [] : [state.initial]
  const children = state.states.filter(({ id }) =>
    next.some((target) => isWithin(index, target, id)),
  )
  return children
    .flatMap((child) => (child.type === 'history' ? remembered(state, child) : [{ child, next }]))
    .flatMap((way) => waysIn(index, way.child, way.next).map((rest) => [state, ...rest]))
}

/** Returns the states that a history state may remember: any of those beside it, or any inside them. */
const remembered = (parent: StateModel, { history }: StateModel) =>
  parent.states
    .filter(({ type }) => type !== 'history')
    .flatMap((child) =>
      history === 'deep' && child.states.length > 0
        ? leavesBelow(child).map(({ id }) => ({ child, next: [id] }))
        : [{ child, next: [] }],
    )

const leavesBelow = (state: StateModel) =>
  statesBelow(state).filter(({ type }) => type === 'atomic' || type === 'final')

/** Returns each choice of one item of each list. */
export const combinationsOf = <Item>(lists: readonly (readonly Item[])[]): Item[][] =>
  lists.reduce<Item[][]>(
    (chosen, list) => chosen.flatMap((items) => list.map((item) => [...items, item])),
    [[]],
  )
