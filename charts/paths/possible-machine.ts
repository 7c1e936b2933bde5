/** Copies a machine into one that goes every way its chart allows, whatever its context would hold. */
import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type StateValue,
  and,
  createMachine,
  not,
  or,
  raise,
  stateIn,
} from 'xstate'
import { actionModelOf } from '../model/action-model.ts'
import type { GuardModel } from '../model/chart-model.ts'
import { guardModelOf } from '../model/guard-model.ts'
import { nodesOf } from '../model/transition-key.ts'

/** A machine without context and effects, whose guards say yes where they are told to. */
export interface PossibleMachine {
  machine: AnyStateMachine
  /** The transitions of the original machine, by those of the copy. */
  originals: ReadonlyMap<AnyTransitionDefinition, AnyTransitionDefinition>
  /** The ids of the states of the original machine, by those of the copy. */
  stateIds: ReadonlyMap<string, string>
  /** The transitions of the copy whose guards say yes, until they are taken. All others say no. */
  allowed: Set<AnyTransitionDefinition>
  /** The transitions of the copy whose guards were asked and said no. */
  refused: Set<AnyTransitionDefinition>
}

/**
 * Returns a machine with the same states and transitions, but without context, effects, and actions other than raised
 * events. Guards that only ask for a state are kept.
 */
export function possibleMachine(original: AnyStateMachine): PossibleMachine {
  const allowed = new Set<AnyTransitionDefinition>()
  const originals = new Map<AnyTransitionDefinition, AnyTransitionDefinition>()
  const copies = new Map<AnyTransitionDefinition, AnyTransitionDefinition>()
  const refused = new Set<AnyTransitionDefinition>()
  const stateIds = new Map(nodesOf(original.root).map((node) => [idOf(node), node.id]))
  const isAllowed = (transition: AnyTransitionDefinition) => {
    const copy = copies.get(transition)!
    if (!allowed.has(copy)) refused.add(copy)
    return allowed.has(copy)
  }
  const machine: AnyStateMachine = createMachine(configOf(original.root, isAllowed))
  pairNodes(original.root, machine.root, (transition, copy) => {
    originals.set(copy, transition)
    copies.set(transition, copy)
  })
  return { machine, originals, stateIds, allowed, refused }
}

/** True for a guard that only states decide, and not the context or the event. */
export const isDecidedByStates = (guard: GuardModel): boolean =>
  guard.type === 'stateIn' ||
  (guard.type === 'not' && isDecidedByStates(guard.guard)) ||
  ((guard.type === 'and' || guard.type === 'or') && guard.guards.every(isDecidedByStates))

type IsAllowed = (transition: AnyTransitionDefinition) => boolean

/** An id without dots, which in the id of a target would lead to its children. */
const idOf = ({ order }: AnyStateNode) => `node${order}`

const configOf = (node: AnyStateNode, isAllowed: IsAllowed): object => ({
  id: idOf(node),
  type: node.type,
  ...(node.type === 'history' ? historyOf(node) : {}),
  ...(node.type === 'compound' ? { initial: initialOf(node) } : {}),
  entry: raisedBy(node.entry, node),
  exit: raisedBy(node.exit, node),
  on: Object.fromEntries(
    [...node.transitions].map(([event, transitions]) => [
      eventIn(event, node.machine),
      transitions.map((transition) => transitionOf(transition, isAllowed)),
    ]),
  ),
  ...(node.always ? { always: node.always.map((one) => transitionOf(one, isAllowed)) } : {}),
  states: Object.fromEntries(
    Object.entries(node.states).map(([key, child]) => [key, configOf(child, isAllowed)]),
  ),
})

const historyOf = ({ history, config, machine }: AnyStateNode) => {
  const { target } = config as { target?: string }
  const named = target?.startsWith('#') ? machine.getStateNodeById(target) : undefined
  return { history, ...(target ? { target: named ? `#${idOf(named)}` : target } : {}) }
}

/** The child that is entered first, or in which the state is that is entered first. */
const initialOf = (node: AnyStateNode) => {
  let first: AnyStateNode | undefined = node.initial.target[0]
  while (first && first.parent !== node) first = first.parent
  return first?.key
}

const transitionOf = (transition: AnyTransitionDefinition, isAllowed: IsAllowed) => ({
  ...(transition.target
    ? { target: transition.target.map((node: AnyStateNode) => `#${idOf(node)}`) }
    : {}),
  ...(transition.guard === undefined ? {} : { guard: guardOf(transition, isAllowed) }),
  actions: [
    ...raisedBy(transition.actions, transition.source),
    // A transition without target, guard and action does not count.
    ...(transition.actions.length > 0 ? [() => {}] : []),
  ],
  reenter: transition.reenter,
})

const guardOf = (transition: AnyTransitionDefinition, isAllowed: IsAllowed) => {
  const guard = guardModelOf(transition.guard)
  return isDecidedByStates(guard)
    ? statesGuard(guard, transition.source.machine)
    : () => isAllowed(transition)
}

/** Returns a guard that asks the copy for the states for which the original is asked. */
function statesGuard(guard: GuardModel, machine: AnyStateMachine): unknown {
  const all = (guards: readonly GuardModel[]) =>
    guards.map((one) => statesGuard(one, machine)) as never[]
  if (guard.type === 'not') return not(all([guard.guard])[0]!)
  if (guard.type === 'and') return and(all(guard.guards))
  if (guard.type === 'or') return or(all(guard.guards))
  return stateIn(stateOf(guard as Extract<GuardModel, { type: 'stateIn' }>, machine))
}

const stateOf = ({ state }: { state: string }, machine: AnyStateMachine): StateValue => {
  if (state.startsWith('#')) return `#${idOf(machine.getStateNodeById(state))}`
  return state.startsWith('{') ? (JSON.parse(state) as StateValue) : state
}

/** The events that actions raise at once, as far as they can be told without running them. */
const raisedBy = (actions: readonly unknown[], node: AnyStateNode) =>
  actions.flatMap((action) => {
    const { does } = actionModelOf(action, node.machine)
    return does?.type === 'raise' && does.event !== null && does.delay === null
      ? raise({ type: does.event })
      : []
  })

/** The end of a state is told by its id, which is another one in the copy. */
const eventIn = (event: string, machine: AnyStateMachine) => {
  const id = /^xstate\.done\.state\.(.+)$/.exec(event)?.[1]
  const node = nodesOf(machine.root).find((one) => one.id === id)
  return node ? `xstate.done.state.${idOf(node)}` : event
}

function pairNodes(
  node: AnyStateNode,
  copy: AnyStateNode,
  pair: (transition: AnyTransitionDefinition, copy: AnyTransitionDefinition) => void,
) {
  const pairAll = (
    ones: readonly AnyTransitionDefinition[] = [],
    others: readonly AnyTransitionDefinition[] = [],
  ) => ones.forEach((one, index) => pair(one, others[index]!))
  for (const [event, transitions] of node.transitions)
    pairAll(transitions, copy.transitions.get(eventIn(event, node.machine)))
  pairAll(node.always, copy.always)
  for (const [key, child] of Object.entries(node.states)) pairNodes(child, copy.states[key]!, pair)
}
