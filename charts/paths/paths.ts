/** Generates test paths from machines: each transition by its shortest path, with the effects of its last step. */
import { getStateNodes } from '@xstate/graph'
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate'
import { transitionKey, transitionKeys } from '../model/transition-key.ts'
import { actionLabels, eventLabel, stateLabel } from './labels.ts'
import { sendEvents } from './send-events.ts'
import { rememberSamples } from './samples.ts'
import { delayEvents, shortestEventsTo } from './shortest-paths.ts'
import { step } from './step.ts'

/** The event that a settled effect sends to its machine. */
export type Answer =
  | { type: `xstate.done.actor.${string}`; output?: unknown }
  | { type: `xstate.error.actor.${string}`; output?: never; error: unknown }

export interface Path<M extends AnyStateMachine = AnyStateMachine> {
  name: string
  input: InputFrom<M>
  events: AnyEventObject[]
  from: SnapshotFrom<M>
  /** The expected snapshot after `events`. */
  next: SnapshotFrom<M>
  /** The actions of the last event, emitted and sent events included, as words. */
  effects: string[]
  /** The keys of the transitions that the last event takes (see `transition-key.ts`). */
  transitions: string[]
  /** The transitions that the last event takes, and those that follow from them, step by step. */
  microsteps: AnyTransitionDefinition[][]
}

export interface PathOptions<M extends AnyStateMachine> {
  input: InputFrom<M>
  events: readonly (EventFromLogic<M> | Answer)[]
  /** Returns what tells two snapshots apart that have the same value and accept the same events. */
  distinguishBy?: (context: SnapshotFrom<M>['context']) => unknown
  /** True to leave out events that a guard or an action fails on, for samples that nobody has written. */
  isTolerant?: boolean
}

/**
 * Returns a path to each edge of a machine's graph, the shortest one, and to the initial snapshot. `events` holds a
 * sample of each event, including those of settled effects. Events of delays are added automatically.
 */
export function pathsOf<M extends AnyStateMachine>(
  machine: M,
  { input, events, distinguishBy = () => null, isTolerant = false }: PathOptions<M>,
): Path<M>[] {
  const logic: AnyStateMachine = machine
  if (!isTolerant) rememberSamples(logic, { input, events, distinguishBy })
  const samples: AnyEventObject[] = [
    ...(events as readonly AnyEventObject[]),
    ...delayEvents(logic),
  ]
  const acceptedAt = (at: AnyMachineSnapshot) =>
    samples.filter(isTolerant ? (event) => canTake(logic, at, event) : (event) => at.can(event))
  const start = sendEvents(logic, input, []).next
  return [
    ...pathTo(machine, input, [], start),
    ...shortestEventsTo(logic, { input, samples, acceptedAt, distinguishBy }).flatMap((before) => {
      const at = sendEvents(logic, input, before).next
      if (at.status !== 'active') return []
      return acceptedAt(at).flatMap((event) => pathTo(machine, input, [...before, event], at))
    }),
  ]
}

/** True for an event that a snapshot accepts without failing. */
function canTake(machine: AnyStateMachine, at: AnyMachineSnapshot, event: AnyEventObject) {
  try {
    return at.can(event) && step(machine, at, event).next.status !== 'error'
  } catch {
    return false
  }
}

/** Returns the path of these events; none if an actor would have to end that does not run. */
function pathTo<M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
  events: AnyEventObject[],
  from: AnyMachineSnapshot,
): Path<M>[] {
  const { next, actions, microsteps, isPossible } = sendEvents(machine, input, events)
  if (!isPossible) return []
  const path = {
    name: `${events.length > 0 ? events.map(eventLabel).join(', ') : 'start'} → ${stateLabel(next)}`,
    input,
    events,
    from: from as SnapshotFrom<M>,
    next: next as SnapshotFrom<M>,
    effects: actions.flatMap(actionLabels),
    transitions: [...new Set(microsteps.flat().map(transitionKey))],
    microsteps,
  }
  return [path]
}

/** Returns the paths with their names, for `test.each(namedPaths(paths))('%s', async (_, path) => …)`. */
export const namedPaths = <M extends AnyStateMachine>(paths: readonly Path<M>[]) =>
  paths.map((path): [string, Path<M>] => [path.name, path])

/** Returns the first paths that together take every transition of all paths. Keeps parallel machines fast to test. */
export function coveringPaths<M extends AnyStateMachine>(paths: readonly Path<M>[]): Path<M>[] {
  const taken = new Set<string>()
  return paths.filter(({ transitions }) => {
    const isNew = transitions.some((key) => !taken.has(key))
    for (const key of transitions) taken.add(key)
    return isNew
  })
}

/** Returns the ids of states that no path visits. Expect none: an unreachable state is dead code. */
export function unreachableStates(machine: AnyStateMachine, paths: readonly Path[]): string[] {
  const reached = new Set(
    paths.flatMap(({ from, next }) => [...from._nodes, ...next._nodes].map(({ id }) => id)),
  )
  // A transient state appears in no snapshot, but its transitions are taken.
  const left = new Set(
    paths.flatMap(({ transitions }) => transitions.map((key) => key.split(' ')[0]!)),
  )
  return getStateNodes(machine.root)
    .map(({ id }) => id)
    .filter((id) => !reached.has(id) && !left.has(id))
}

/** Returns the keys of transitions that no path takes. Expect none, for the same reason. */
export function untakenTransitions(machine: AnyStateMachine, paths: readonly Path[]): string[] {
  const taken = new Set(paths.flatMap(({ transitions }) => transitions))
  return transitionKeys(machine).filter((key) => !taken.has(key))
}
