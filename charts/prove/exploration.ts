/** Finds all that the machines of a system may do together, from their charts alone. */
import type { ChartModel, InvokeModel, ActionModel } from '../model/chart-model.ts'
import { actionText } from '../model/action-text.ts'
import {
  type Configuration,
  type IndexedChart,
  type Step,
  indexChart,
  isWithin,
  startOf,
  stepsOf,
} from './configuration.ts'
import { type Facts, factsAfter } from './facts.ts'
import { guardValue } from './guard-value.ts'
import { type Candidate, selectionsFor, triggersIn } from './selected-transitions.ts'
import {
  type NeedsOf,
  type Signal,
  type SystemRules,
  needsOf,
  signalsOf,
  suppliersOf,
} from './signals.ts'
import type { Fact } from './statement.ts'

/** A machine in certain states, with what it remembers. */
interface Node {
  machine: string
  configuration: Configuration
  facts: Facts
  /** The move that leads here first; null at the start. */
  by: Move | null
}

/** All that happens to one machine for one trigger. */
export interface Move {
  from: Node
  trigger: string
  taken: readonly Candidate[]
  actions: readonly ActionModel[]
  invokes: readonly InvokeModel[]
  entered: readonly string[]
  facts: Facts
  configuration: Configuration
  /** The move of another machine without which the trigger would not come; null if it needs none. */
  cause: Move | null
}

export interface Exploration {
  nodes: readonly Node[]
  moves: readonly Move[]
}

export interface ExplorationOptions {
  facts: readonly Fact[]
  /** True for transitions that are not taken. */
  isCut?: (machine: string, candidate: Candidate) => boolean
  /** The nodes with which machines begin in place of their first states. */
  begin?: readonly Pick<Node, 'machine' | 'configuration' | 'facts'>[]
  /** The guards that are true. */
  given?: readonly string[]
}

interface Machine {
  id: string
  index: IndexedChart
  needs: NeedsOf
  facts: readonly Fact[]
}

/** A system of machines that can be explored again and again. */
export function createExplorer(charts: readonly ChartModel[], rules: SystemRules) {
  const known = new Set(charts.map(({ id }) => id))
  const machines = new Map(
    charts.map((chart) => {
      const needs = needsOf(chart, rules, known)
      const suppliers = suppliersOf(chart, rules, known)
      return [chart.id, { id: chart.id, index: indexChart(chart), needs, suppliers }] as const
    }),
  )
  return {
    indexOf: (id: string) => machines.get(id)?.index,
    /**
     * Returns all nodes and moves that can be reached of these machines, and of those that they wait for. Guards that are not
     * known may be true as well as false.
     */
    explore: (ids: readonly string[], options: ExplorationOptions): Exploration => {
      const needed = new Set(ids)
      // A set iterates over what is added meanwhile, too.
      for (const id of needed) for (const one of machines.get(id)?.suppliers ?? []) needed.add(one)
      return exploreAll(
        [...machines.values()].filter(({ id }) => needed.has(id)),
        options,
      )
    },
  }
}

export type Explorer = ReturnType<typeof createExplorer>

function exploreAll(
  machines: readonly Omit<Machine, 'facts'>[],
  options: ExplorationOptions,
): Exploration {
  const found = createFindings(machines)
  const { nodes, moves, signals } = found
  const all = machines.map((machine) => ({
    ...machine,
    facts: options.facts.filter((fact) => fact.machine === machine.id),
  }))
  for (const node of beginningsOf(all, options)) found.add(node)
  const settled = new Set<Node>()
  for (let before = -1; before < moves.size + signals.size;) {
    before = moves.size + signals.size
    // A map iterates over what is added meanwhile, too.
    for (const node of nodes.values()) {
      if (settled.has(node)) continue
      const machine = all.find(({ id }) => id === node.machine)!
      const next = movesFrom(node, machine, options, signals)
      for (const move of next.moves) found.record(move)
      if (!next.waits) settled.add(node)
    }
  }
  return { nodes: [...nodes.values()], moves: [...moves.values()] }
}

/** Collects each node, move and signal once, with the first move that leads to it. */
function createFindings(machines: readonly Omit<Machine, 'facts'>[]) {
  const nodes = new Map<string, Node>()
  const moves = new Map<string, Move>()
  const signals = new Map<Signal, Move>()
  const add = (node: Node) =>
    setFirst(nodes, `${node.machine} ${node.configuration.join()} ${node.facts.join()}`, node)
  const record = (move: Move) => {
    const key = keyOf(move)
    if (moves.has(key)) return
    moves.set(key, move)
    const { machine } = move.from
    add({ machine, configuration: move.configuration, facts: move.facts, by: move })
    for (const signal of signalsOf(machine, move.actions)) setFirst(signals, signal, move)
    if (endsMachine(machines, move)) setFirst(signals, `ends ${machine}`, move)
  }
  return { nodes, moves, signals, add, record }
}

const setFirst = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value) => {
  if (!map.has(key)) map.set(key, value)
}

const keyOf = ({ from, taken, configuration, facts, trigger }: Move) =>
  [
    from.machine,
    from.configuration.join(),
    from.facts.join(),
    trigger,
    taken.map(({ transition }) => transition.key).join(),
    configuration.join(),
    facts.join(),
  ].join(' ')

const endsMachine = (machines: readonly Omit<Machine, 'facts'>[], move: Move) => {
  const { index } = machines.find(({ id }) => id === move.from.machine)!
  return index.chart.root.states.some(
    ({ id, type }) => type === 'final' && move.configuration.includes(id),
  )
}

function beginningsOf(
  machines: readonly Machine[],
  { begin = [], facts }: ExplorationOptions,
): Node[] {
  const given = new Set(begin.map(({ machine }) => machine))
  return [
    ...begin.map((node) => ({ ...node, by: null })),
    ...machines
      .filter(({ id }) => !given.has(id))
      .flatMap(({ id, index }) =>
        startOf(index).map(({ configuration, actions }) => ({
          machine: id,
          configuration,
          facts: factsAfter(
            [],
            actions,
            'start',
            facts.filter(({ machine }) => machine === id),
          ),
          by: null,
        })),
      ),
  ]
}

interface Found {
  moves: Move[]
  /** True if there may be more once other machines have moved. */
  waits: boolean
}

/** Returns the moves of one machine: those that need no trigger first, which keep all others from happening. */
function movesFrom(
  node: Node,
  machine: Machine,
  options: ExplorationOptions,
  signals: ReadonlyMap<Signal, Move>,
): Found {
  const { configuration } = node
  const valueOf = valuesAt(node, machine, options)
  const select = (trigger: string) => selectionsFor(machine.index, configuration, trigger, valueOf)
  const eventless = select('always')
  const moves = eventless.flatMap((taken) => movesOf(node, machine, 'always', taken, null, options))
  const isStable = eventless.length === 0 || eventless.some((taken) => taken.length === 0)
  if (!isStable) return { moves, waits: false }
  const found: Found = { moves, waits: false }
  for (const trigger of triggersIn(machine.index, configuration)) {
    if (trigger === 'always') continue
    for (const taken of select(trigger)) {
      const cause = taken.length === 0 ? null : causeOf(taken, machine, signals)
      if (cause === 'none') found.waits = true
      else found.moves.push(...movesOf(node, machine, trigger, taken, cause, options))
    }
  }
  return found
}

const valuesAt =
  (
    { configuration, facts }: Node,
    { index, facts: known }: Machine,
    { given }: ExplorationOptions,
  ) =>
  ({ guard }: Candidate['transition']) =>
    guardValue(guard, {
      named: (name) => {
        if (given?.includes(name)) return true
        return known.some((fact) => fact.name === name) ? facts.includes(name) : null
      },
      isActive: (state) =>
        state.startsWith('#')
          ? configuration.some((id) => isWithin(index, id, state.slice(1)))
          : null,
    })

/** Returns the move that brings a trigger about; null if it may come at any time, `none` if nothing does. */
function causeOf(
  taken: readonly Candidate[],
  { needs }: Machine,
  signals: ReadonlyMap<Signal, Move>,
): Move | null | 'none' {
  const needed = needs(taken[0]!.transition.trigger)
  if (needed === null) return null
  return needed.map((signal) => signals.get(signal)).find((move) => move !== undefined) ?? 'none'
}

function movesOf(
  from: Node,
  machine: Machine,
  trigger: string,
  taken: readonly Candidate[],
  cause: Move | null,
  { isCut }: ExplorationOptions,
): Move[] {
  if (taken.length === 0 || taken.some((candidate) => isCut?.(machine.id, candidate))) return []
  return stepsOfAll(from, machine, taken).map((step) => ({
    ...step,
    from,
    trigger,
    taken,
    facts: factsAfter(from.facts, step.actions, trigger, machine.facts),
    cause,
  }))
}

/** Returns the steps of transitions that are taken at once, one in each region. */
function stepsOfAll({ configuration }: Node, { index }: Machine, taken: readonly Candidate[]) {
  const start: Step = { configuration, actions: [], invokes: [], entered: [] }
  return taken.reduce<Step[]>(
    (steps, { state, transition }) =>
      steps.flatMap((step) =>
        stepsOf(index, step.configuration, state, transition).map((next) => ({
          configuration: next.configuration,
          actions: [...step.actions, ...next.actions],
          invokes: [...step.invokes, ...next.invokes],
          entered: [...step.entered, ...next.entered],
        })),
      ),
    [start],
  )
}

/** Returns a move as people read it: `list.confirming | deletion.confirmed → list.deleting (deletes)`. */
export function moveText({ from, trigger, entered, actions, invokes, configuration }: Move) {
  const effects = [
    ...actions.map(actionText),
    ...invokes.flatMap(({ src }) => (src === null ? [] : `starts ${src}`)),
  ]
  const to = entered.length > 0 ? ` → ${configuration.join(' ')}` : ''
  return `${from.configuration.join(' ')} | ${trigger}${to}${effects.length > 0 ? ` (${effects.join(', ')})` : ''}`
}
