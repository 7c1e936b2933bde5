/** Names the transitions of a machine. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** Returns the transitions that a state declares, those without an event last. */
export const declaredTransitions = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...node.transitions.values(), node.always ?? []].flat().filter(isEffective)

/**
 * True for a transition with a target, an action or a guard. One without forbids that the event reaches the states
 * around it (`'event.happened': undefined`), and is not counted.
 */
export const isEffective = ({ target, actions, guard }: AnyTransitionDefinition) =>
  target !== undefined || actions.length > 0 || guard !== undefined

/** Returns the key of a transition: `state event`, with an index where the state has several for the event. */
export const transitionKey = (transition: AnyTransitionDefinition) => {
  const { source, eventType } = transition
  const siblings = (eventType ? source.transitions.get(eventType) : source.always) ?? []
  const index = siblings.indexOf(transition)
  return `${source.id} ${eventType || 'always'}${siblings.length > 1 ? ` [${index}]` : ''}`
}

/**
 * Returns the keys of all transitions of a machine.
 * @internal Exported for tests.
 */
export const transitionKeys = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root).flatMap((node) => declaredTransitions(node).map(transitionKey))

/** Returns a state node and all that are below it. */
const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]
