/** Walks the graph of a machine. */
import { getShortestPaths, getStateNodes } from '@xstate/graph'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { step } from './step.ts'

interface WalkOptions {
  input: unknown
  /** A sample of each event. */
  samples: readonly AnyEventObject[]
  /** Returns what tells two snapshots apart that have the same value and accept the same events. */
  distinguishBy: (context: AnyMachineSnapshot['context']) => unknown
}

/** Returns the shortest sequence of events to each node of a machine's graph. */
export function shortestEventsTo(
  machine: AnyStateMachine,
  { input, samples, distinguishBy }: WalkOptions,
): AnyEventObject[][] {
  // Each step has a system of its own, in which an actor of this id cannot exist already.
  const separated: AnyStateMachine = Object.create(machine, {
    transition: {
      value: (at: AnyMachineSnapshot, event: AnyEventObject) => step(machine, at, event).next,
    },
  })
  const accepted = (at: AnyMachineSnapshot) => samples.filter((event) => at.can(event))
  const paths = getShortestPaths(separated, {
    input,
    // Only events that a state accepts: an unhandled error event would crash the machine.
    events: accepted,
    // Snapshots with the same value that accept the same events are the same node.
    serializeState: (at) =>
      JSON.stringify([
        at.value,
        accepted(at).map((event) => samples.indexOf(event)),
        distinguishBy(at.context),
      ]),
    // A finished actor receives no events, but the traversal would continue.
    stopWhen: (at) => at.status !== 'active',
    limit: 20_000,
  })
  return paths.map(({ steps }) => steps.slice(1).map(({ event }) => event))
}

/** Returns the events by which XState tells a machine that a delay has elapsed. */
export const delayEvents = (machine: AnyStateMachine): AnyEventObject[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap(({ after }) =>
    after.map(({ eventType }) => ({ type: eventType })),
  )
