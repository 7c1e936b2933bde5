/** Reads the transitions of a state. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { actionModelOf } from './action-model.ts'
import type { TransitionModel, Trigger } from './chart-model.ts'
import { guardDescriptionsOf, guardModelOf } from './guard-model.ts'
import { declaredTransitions, transitionKey } from './transition-key.ts'

/** Returns the models of a state's transitions in the order in which they are declared. */
export const transitionModelsOf = (node: AnyStateNode): TransitionModel[] =>
  declaredTransitions(node).map((transition) => transitionModelOf(transition, node))

const transitionModelOf = (
  transition: AnyTransitionDefinition,
  node: AnyStateNode,
): TransitionModel => ({
  key: transitionKey(transition),
  trigger: triggerOf(transition.eventType),
  guard:
    transition.guard === undefined
      ? null
      : guardModelOf(transition.guard, guardDescriptionsOf(node.machine)),
  targets: (transition.target ?? []).map(({ id }) => id),
  actions: transition.actions.map((action) => actionModelOf(action, node.machine)),
  reenter: transition.reenter,
  description: transition.description ?? null,
})

/** The types of the events by which XState tells a machine what has happened, with the groups that the trigger needs. */
const triggers: [pattern: RegExp, triggerOf: (name: string) => Trigger][] = [
  // The delay comes before the id of the state, which may contain dots itself; a number of milliseconds may, too.
  [/^xstate\.after\.(\d+(?:\.\d+)?|[^.]+)\./, (delay) => ({ type: 'after', delay })],
  [/^xstate\.done\.state\.(.+)$/, () => ({ type: 'stateDone' })],
  [/^xstate\.done\.actor\.(.+)$/, (actor) => ({ type: 'done', actor })],
  [/^xstate\.error\.actor\.(.+)$/, (actor) => ({ type: 'error', actor })],
  [/^xstate\.snapshot\.(.+)$/, (actor) => ({ type: 'snapshot', actor })],
]

/** Returns what an event of this type tells; an empty type belongs to a transition that waits for nothing. */
function triggerOf(eventType: string): Trigger {
  if (eventType === '') return { type: 'always' }
  for (const [pattern, triggerFrom] of triggers) {
    const name = pattern.exec(eventType)?.[1]
    if (name !== undefined) return triggerFrom(name)
  }
  return { type: 'event', name: eventType }
}

/** Returns what a transition waits for, as people read it: `save.requested`, `after 6 s`, `upload done`. */
export function triggerText(trigger: Trigger): string {
  switch (trigger.type) {
    case 'event':
      return trigger.name === '*' ? 'any event' : trigger.name
    case 'after':
      return `after ${durationText(trigger.delay)}`
    case 'always':
      return 'always'
    case 'stateDone':
      return 'done'
    case 'done':
      return `${actorText(trigger.actor)} done`
    case 'error':
      return `${actorText(trigger.actor)} failed`
    case 'snapshot':
      return `${actorText(trigger.actor)} changed`
  }
}

/** An invoked actor without an id of its own is named after its place: `0.machine.state`. */
const actorText = (actor: string) => actor.replace(/^(\d+)\..*/, 'actor $1')

const durationText = (delay: string) => {
  const milliseconds = Number(delay)
  if (Number.isNaN(milliseconds)) return delay
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`
}
