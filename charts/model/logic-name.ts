/** Names the logic of an actor as its machine refers to it. */
import type { AnyStateMachine } from 'xstate'
import { isMachine } from './is-machine.ts'

/** Returns the id of a machine; null for a promise, a callback and other logic. */
export const machineIdOf = (logic: unknown) => (isMachine(logic) ? logic.id : null)

/**
 * Returns the name under which a machine refers to the logic of an actor. Logic that is written in the place of a name has
 * the one under which the machine provides it, else the id of its machine; null if it has neither.
 */
export function logicName(src: unknown, machine: AnyStateMachine): string | null {
  if (typeof src === 'string') return src
  const provided = Object.entries(machine.implementations.actors).find(([, logic]) => logic === src)
  return provided?.[0] ?? machineIdOf(src)
}
