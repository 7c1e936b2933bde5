/** Generates test paths from machines: each transition by its shortest path, with the effects of its last step. */
import { getShortestPaths, getStateNodes } from '@xstate/graph'
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type CallbackActorLogic,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type PromiseActorLogic,
  SimulatedClock,
  type SnapshotFrom,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  fromTransition,
  initialTransition,
  transition,
} from 'xstate'
import { isStub } from '#machines/declare-effects.ts'
import { asReplacedEffect } from './causes.ts'
import { transitionKey, transitionKeys } from '../../../charts/model/transition-key.ts'
import { takenTransitions } from './coverage.ts'

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
  /** The keys of the transitions that the last event takes (see `coverage.ts`). */
  transitions: string[]
  /** The transitions that the last event takes, and those that follow from them, step by step. */
  microsteps: AnyTransitionDefinition[][]
}

interface PathOptions<M extends AnyStateMachine> {
  input: InputFrom<M>
  events: readonly (EventFromLogic<M> | Answer)[]
  /** Returns what tells two snapshots apart that have the same value and accept the same events. */
  distinguishBy?: (context: SnapshotFrom<M>['context']) => unknown
}

/**
 * Returns a path to each edge of a machine's graph, the shortest one, and to the initial snapshot. `events` holds a
 * sample of each event, including those of settled effects. Events of delays are added automatically.
 */
export function pathsOf<M extends AnyStateMachine>(
  machine: M,
  { input, events, distinguishBy = () => null }: PathOptions<M>,
): Path<M>[] {
  const logic: AnyStateMachine = machine
  const samples: AnyEventObject[] = [...(events as readonly AnyEventObject[]), ...delays(logic)]
  const accepted = (at: AnyMachineSnapshot) => samples.filter((event) => at.can(event))
  const replay = (sent: readonly AnyEventObject[]) => {
    let [at, actions] = initialTransition(logic, input)
    const started = new Set(startedBy(actions))
    const running = new Set(started)
    let isPossible = true
    for (const event of sent) {
      const ended = finishedActorId(event)
      // An actor can only finish after it was started, and only once.
      if (ended !== undefined && !running.delete(ended) && !isSpawned(at, ended, started))
        isPossible = false
      ;[at, actions] = transition(logic, at, event)
      for (const id of startedBy(actions)) {
        started.add(id)
        running.add(id)
      }
    }
    return { at, actions, isPossible }
  }

  // Each step has a system of its own, in which an actor of this id cannot exist already.
  const separated: AnyStateMachine = Object.create(logic, {
    transition: {
      value: (at: AnyMachineSnapshot, event: AnyEventObject) => transition(logic, at, event)[0],
    },
  })
  const shortestPaths = getShortestPaths(separated, {
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

  const path = (sent: AnyEventObject[], from: AnyMachineSnapshot): Path<M>[] => {
    const { at: next, actions, isPossible } = replay(sent)
    if (!isPossible) return []
    const microsteps = microstepsOf(logic, input, sent)
    const one = {
      name: `${sent.length > 0 ? sent.map(eventLabel).join(', ') : 'start'} → ${stateLabel(next)}`,
      input,
      events: sent,
      from: from as SnapshotFrom<M>,
      next: next as SnapshotFrom<M>,
      effects: actions.flatMap((action) => describeAction(action as Executable)),
      transitions: [...new Set(microsteps.flat().map(transitionKey))],
      microsteps,
    }
    return [one]
  }

  const start = replay([]).at
  return [
    ...path([], start),
    ...shortestPaths.flatMap(({ steps }) => {
      const before = steps.slice(1).map((step) => step.event)
      const { at } = replay(before)
      if (at.status !== 'active') return []
      return accepted(at).flatMap((event) => path([...before, event], at))
    }),
  ]
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

/** Replaces a loaded actor in tests that only observe its start and stop. */
export const inertActor = fromCallback(() => {}) as unknown

/** Replaces all actors of a bundle. */
export const inertActors = <Actors extends object>(actors: Actors) =>
  Object.fromEntries(Object.keys(actors).map((id) => [id, inertActor])) as Actors

/** Returns a promise effect that resolves synchronously when it is started. */
export const resolvedEffect = <Output>(output: Output) =>
  createMachine({
    initial: 'done',
    states: { done: { type: 'final' } },
    output: () => output,
  }) as unknown as PromiseActorLogic<Output, undefined>

/** Returns a promise effect that the test settles, with a record of its calls. */
export function controlledPromise<Output, Input>() {
  const calls: { input: Input; signal: AbortSignal; settle: (answer: Answer) => void }[] = []
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (answer: Answer) =>
          'error' in answer ? reject(answer.error) : resolve(answer.output as Output)
        calls.push({ input, signal, settle })
      }),
  )
  return {
    logic,
    /** One entry for each start of the effect. */
    calls,
    /** Settles the latest call. */
    settle: (answer: Answer) => {
      const last = calls.at(-1)
      if (!last) throw new Error(`No call is pending for ${answer.type}.`)
      last.settle(answer)
    },
  }
}

/**
 * Returns a callback effect whose events are sent by the test, with a record of its inputs. With a failure, it fails
 * when it is started.
 */
export function controlledCallback<Sent extends EventObject, Input = undefined>(failure?: Error) {
  const listeners: ((event: Sent) => void)[] = []
  const inputs: Input[] = []
  const logic: CallbackActorLogic<Sent, Input & ({} | undefined)> = fromCallback(
    ({ input, sendBack }) => {
      if (failure) throw failure
      inputs.push(input)
      listeners.push(sendBack)
      return () => listeners.splice(listeners.indexOf(sendBack), 1)
    },
  )
  return {
    logic,
    /** One entry for each start of the effect. */
    inputs,
    listenerCount: () => listeners.length,
    send: (event: Sent) => {
      if (listeners.length === 0) throw new Error(`No actor listens for ${event.type}.`)
      for (const listener of listeners) asReplacedEffect(() => listener(event))
    },
  }
}

const delays = (machine: AnyStateMachine): AnyEventObject[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap(({ after }) =>
    after.map(({ eventType }) => ({ type: eventType })),
  )

/** A child with a context, which guards may read. */
const inertChild = fromTransition((context) => context, {})

/** Sends the events to an actor with inert effects and children, and returns the transitions the last one takes. */
const microstepsOf = (
  machine: AnyStateMachine,
  input: unknown,
  sent: readonly AnyEventObject[],
): AnyTransitionDefinition[][] => {
  const { actors, actions } = machine.implementations
  const inert = machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((src) => [src, inertChild])),
    actions: Object.fromEntries(
      Object.entries(actions)
        .filter(([, action]) => isStub(action))
        .map(([name]) => [name, () => {}]),
    ),
  })
  let microsteps: AnyTransitionDefinition[][] = []
  const ref: AnyActorRef = createActor(inert, {
    input,
    clock: new SimulatedClock(),
    inspect: (event) => microsteps.push(takenTransitions(machine, event)),
  }).start()
  for (const event of sent) {
    microsteps = []
    ref.send(event)
  }
  return microsteps.filter((taken) => taken.length > 0)
}

type Executable = { type: string; params: unknown }

const startedBy = (actions: readonly unknown[]) =>
  (actions as Executable[])
    .filter(({ type }) => type === 'xstate.spawnChild')
    .map(({ params }) => (params as { id: string }).id)

/** True for an actor that an assignment has spawned, for which there is no action. It runs until it is stopped. */
const isSpawned = (at: AnyMachineSnapshot, id: string, started: ReadonlySet<string>) =>
  id in at.children && !started.has(id)

const finishedActorId = ({ type }: AnyEventObject) =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1]

const describeAction = ({ type, params }: Executable): string[] => {
  if (type === 'xstate.emit') return [`emits ${(params as { event: EventObject }).event.type}`]
  if (type === 'xstate.sendTo') {
    const { to, targetId, event } = params as {
      to: AnyActorRef
      targetId?: string
      event: EventObject
    }
    return [`sends ${event.type} to ${targetId ?? to.id}`]
  }
  return type.startsWith('xstate.') || type === '(anonymous)' ? [] : [type]
}

/** Returns the name of an event, with those of effects and delays in words. */
export const eventLabel = ({ type }: AnyEventObject) =>
  type
    .replace(/^xstate\.done\.actor\.(.+)/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)/, '$1 failed')
    .replace(/^xstate\.after\.([^.]+).*/, '$1 elapsed')

/** Returns the names of the states of a snapshot: `open.idle`. */
export const stateLabel = ({ value }: AnyMachineSnapshot) =>
  JSON.stringify(value).replace(/["{}]/g, '').replaceAll(':', '.').replaceAll(',', ' ')
