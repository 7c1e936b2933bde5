/** Finds the shortest way to each transition of a machine by its chart alone, without a sample of any event. */
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate'
import { guardModelOf, guardText } from '../model/guard-model.ts'
import { isEffective, nodesOf, transitionKey, transitionKeys } from '../model/transition-key.ts'
import { type PossibleMachine, isDecidedByStates, possibleMachine } from './possible-machine.ts'
import { eventLabel, stateLabel } from './labels.ts'
import { firstStep, step } from './step.ts'

/** One event of a possible path, or none for what the machine does at its start. */
interface PossibleStep {
  /** The type of the event; null for the start. */
  event: string | null
  /** The guards that have to say yes, in words. */
  guards: string[]
  /** The keys of the transitions that it takes. */
  transitions: string[]
}

export interface PossiblePath {
  steps: PossibleStep[]
  /** The states that it leads to. */
  state: string
}

export interface PossiblePaths {
  /** The shortest path to each transition that some values of the context and of events would allow, by its key. */
  paths: ReadonlyMap<string, PossiblePath>
  /** The ids of the states that such paths enter. */
  states: ReadonlySet<string>
}

/** Returns a possible path in words: `next, next [isValid] → done`. */
export const possiblePathText = ({ steps, state }: PossiblePath) => {
  const words = steps
    .filter(({ event, guards }) => event !== null || guards.length > 0)
    .map(({ event, guards }) =>
      [
        event === null ? 'start' : eventLabel({ type: event }),
        guards.length > 0 && `[${guards.join(', ')}]`,
      ]
        .filter(Boolean)
        .join(' '),
    )
  return `${words.join(', ') || 'start'} → ${state}`
}

/** The largest number of nodes that are visited: machines with more have too many parallel regions. */
const limit = 20_000

/**
 * Returns the shortest path to each transition, as far as the chart tells: guards that depend on the context or the event
 * may say yes or no. A path that it finds may be impossible, but a transition that it does not find is dead code.
 */
export function possiblePaths(original: AnyStateMachine): PossiblePaths {
  const possible = possibleMachine(original)
  const paths = new Map<string, PossiblePath>()
  const states = new Set<string>()
  const seen = new Set<string>()
  const queue: Node[] = []
  const visit = (found: readonly Node[]) => {
    for (const node of found) {
      for (const id of node.states) states.add(id)
      for (const key of node.path.steps.at(-1)!.transitions)
        if (!paths.has(key)) paths.set(key, node.path)
      const name = nameOf(node.at)
      if (!seen.has(name) && seen.size < limit) queue.push(node)
      seen.add(name)
    }
  }
  visit(stepsFrom(possible, null, null, []))
  // Iterating over an array includes the items that are added meanwhile.
  for (const node of queue)
    for (const { event, allowed } of choicesAt(node.at))
      visit(stepsFrom(possible, node, event, allowed))
  return { paths, states }
}

/** Returns the states and transitions that nothing can reach, whatever the guards say: dead code. */
export function deadParts(machine: AnyStateMachine, { paths, states }: PossiblePaths) {
  return {
    states: nodesOf(machine.root)
      .filter(({ id, type }) => type !== 'history' && !states.has(id))
      .map(({ id }) => id),
    transitions: transitionKeys(machine).filter((key) => !paths.has(key)),
  }
}

/** A snapshot of the copy, with the path by which it was reached and the ids of the original states on the way of the last step. */
interface Node {
  at: AnyMachineSnapshot
  path: PossiblePath
  states: string[]
}

const nameOf = ({ value, historyValue }: AnyMachineSnapshot) =>
  JSON.stringify([
    value,
    Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]),
  ])

/** Returns each event that a snapshot has transitions for, once with each guard that may say yes and once with none. */
function choicesAt(at: AnyMachineSnapshot) {
  if (at.status !== 'active') return []
  const transitions = at._nodes
    .flatMap((node) => [...node.transitions.values()].flat())
    // XState itself tells the end of a state.
    .filter(({ eventType }) => !eventType.startsWith('xstate.done.state.'))
  return transitions.flatMap((transition) => {
    const event = { type: transition.eventType === '*' ? anyEvent : transition.eventType }
    return [{ event, allowed: isDecided(transition) ? [transition] : [] }]
  })
}

/** The type of an event that no transition names. */
export const anyEvent = 'any event'

const isDecided = ({ guard }: AnyTransitionDefinition) =>
  guard !== undefined && !isDecidedByStates(guardModelOf(guard))

/**
 * Returns what an event leads to, also with other guards that are asked on the way: of transitions that follow by
 * themselves, and of other regions that hear the same event.
 */
function stepsFrom(
  possible: PossibleMachine,
  before: Node | null,
  event: AnyEventObject | null,
  allowed: readonly AnyTransitionDefinition[],
): Node[] {
  const { node, taken, refused } = takeStep(possible, before, event, allowed)
  // One more yes that changes nothing needs no more beside it.
  if (allowed.length > 1 && !taken.has(allowed.at(-1)!)) return []
  if (allowed.length >= maxGuards) return [node]
  return [
    node,
    ...refused
      .filter((transition) => isIndependent(transition, event, allowed))
      .flatMap((transition) => stepsFrom(possible, before, event, [...allowed, transition])),
  ]
}

/** The largest number of guards that say yes for one event. */
const maxGuards = 4

/** True unless the transition is one of several of which only one can be taken, which is a choice of its own. */
const isIndependent = (
  { eventType, source }: AnyTransitionDefinition,
  event: AnyEventObject | null,
  allowed: readonly AnyTransitionDefinition[],
) =>
  allowed.every((other) => other.eventType !== eventType || !isSameBranch(other.source, source)) &&
  (eventType !== event?.type || allowed.some((other) => other.eventType === eventType))

const isSameBranch = (one: AnyStateNode, other: AnyStateNode) =>
  [one, ...ancestorsOf(one)].includes(other) || ancestorsOf(other).includes(one)

const ancestorsOf = ({ parent }: AnyStateNode): AnyStateNode[] =>
  parent ? [parent, ...ancestorsOf(parent)] : []

function takeStep(
  possible: PossibleMachine,
  before: Node | null,
  event: AnyEventObject | null,
  choice: readonly AnyTransitionDefinition[],
) {
  const taken = new Set<AnyTransitionDefinition>()
  const watch = () => decide(possible, choice, taken)
  const { machine, originals, stateIds, refused } = possible
  const { next } =
    before && event ? step(machine, before.at, event, watch) : firstStep(machine, {}, watch)
  const crossed = [...taken].flatMap((transition) => originals.get(transition) ?? [])
  const last = {
    event: event && event.type,
    guards: [...new Set(crossed.flatMap(conditionsOf))],
    transitions: [...new Set(crossed.filter(isEffective).map(transitionKey))],
  }
  const node: Node = {
    at: next,
    path: { steps: [...(before?.path.steps ?? []), last], state: stateLabel(next) },
    states: [
      ...next._nodes.flatMap(({ id }) => stateIds.get(id) ?? []),
      ...crossed.map(({ source }) => source.id),
    ],
  }
  return { node, taken, refused: [...refused] }
}

/** Makes the guards of these transitions say yes. Returns what notes the transitions that are taken. */
function decide(
  { allowed, refused }: PossibleMachine,
  choice: readonly AnyTransitionDefinition[],
  taken: Set<AnyTransitionDefinition>,
) {
  allowed.clear()
  for (const transition of choice) allowed.add(transition)
  refused.clear()
  taken.clear()
  return (transitions: readonly AnyTransitionDefinition[]) => {
    for (const transition of transitions) {
      // A guard says yes once: it might otherwise lead back to itself without end.
      allowed.delete(transition)
      taken.add(transition)
    }
  }
}

/** Returns what must be true for a transition: its guard, and not those of the transitions before it. */
function conditionsOf(transition: AnyTransitionDefinition): string[] {
  const { source, eventType, guard } = transition
  const siblings = (eventType ? source.transitions.get(eventType) : source.always) ?? []
  const before = siblings.slice(0, siblings.indexOf(transition)).map((one) => one.guard)
  return [
    ...before.flatMap((one) => (one ? guardText({ type: 'not', guard: guardModelOf(one) }) : [])),
    ...(guard ? [guardText(guardModelOf(guard))] : []),
  ]
}
