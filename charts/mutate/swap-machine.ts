/** Puts another configuration in the place of a machine's own, for all that refer to the machine. */
import { type AnyStateMachine, createMachine } from 'xstate'

/** More steps than any machine takes for one event: one that goes on for ever is stopped. */
const maxIterations = 2_000

/**
 * Changes a machine to a configuration, with its own implementations, and returns a function that changes it back. What is
 * made from the machine meanwhile has the other configuration, too. Fails if the configuration is none of a machine.
 */
export function swapMachine(machine: AnyStateMachine, config: AnyStateMachine['config']) {
  const original = { ...machine }
  const limited = { ...config, options: { maxIterations } }
  const changed = createMachine(limited as never, machine.implementations as never)
  Object.assign(machine, changed)
  return () => {
    Object.assign(machine, original)
  }
}
