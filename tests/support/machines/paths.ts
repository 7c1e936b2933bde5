/** Walks machines: every transition by its shortest path, and what each step does and says. */
import { getShortestPaths, getStateNodes } from '@xstate/graph'
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
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
  initialTransition,
  transition,
} from 'xstate'
import { isStub } from '#machines/effects.ts'
import { crossings, transitionsOf } from './coverage.ts'

/** What an effect says when it settles. */
export type Answer =
  | { type: `xstate.done.actor.${string}`; output?: unknown }
  | { type: `xstate.error.actor.${string}`; output?: never; error: unknown }

export interface Path<M extends AnyStateMachine = AnyStateMachine> {
  name: string
  input: InputFrom<M>
  events: AnyEventObject[]
  from: SnapshotFrom<M>
  /** Where a correct implementation is after `events`. */
  next: SnapshotFrom<M>
  /** What the last event makes it do to the world and tell others, in words. */
  effects: string[]
  /** The transitions that the last event crosses, as `coverage.ts` names them. */
  crosses: string[]
}

interface PathOptions<M extends AnyStateMachine> {
  input: InputFrom<M>
  events: readonly (EventFromLogic<M> | Answer)[]
  /** What makes two places of what shows the same value and accepts the same events. */
  distinguishBy?: (context: SnapshotFrom<M>['context']) => unknown
}

/**
 * Every edge of a machine's graph, reached by its shortest path, the start included. `events` holds a sample of each
 * event, effects' answers too; the ends of delays are known by themselves.
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
    const running = new Set(startedBy(actions))
    let possible = true
    for (const event of sent) {
      const ended = finishedActorId(event)
      // Nothing ends that has not been started, and it ends once.
      if (ended !== undefined && !running.delete(ended)) possible = false
      ;[at, actions] = transition(logic, at, event)
      for (const id of startedBy(actions)) running.add(id)
    }
    return { at, actions, possible }
  }

  const places = getShortestPaths(logic, {
    input,
    // Walk only what a state accepts: an unhandled error event breaks a machine, as in life.
    events: accepted,
    // Two snapshots are one place when they show the same value and accept the same events.
    serializeState: (at) =>
      JSON.stringify([
        at.value,
        accepted(at).map((event) => samples.indexOf(event)),
        distinguishBy(at.context),
      ]),
    // A real actor hears nothing once it is done; the walker would walk on.
    stopWhen: (at) => at.status !== 'active',
    limit: 20_000,
  })

  const path = (sent: AnyEventObject[], from: AnyMachineSnapshot): Path<M>[] => {
    const { at: next, actions, possible } = replay(sent)
    if (!possible) return []
    const one = {
      name: `${sent.length > 0 ? sent.map(say).join(', ') : 'start'} → ${stateLabel(next)}`,
      input,
      events: sent,
      from: from as SnapshotFrom<M>,
      next: next as SnapshotFrom<M>,
      effects: actions.flatMap((action) => describeAction(action as Executable)),
      crosses: crossedBy(logic, input, sent),
    }
    return [one]
  }

  const start = replay([]).at
  return [
    ...path([], start),
    ...places.flatMap(({ steps }) => {
      const before = steps.slice(1).map((step) => step.event)
      const { at } = replay(before)
      if (at.status !== 'active') return []
      return accepted(at).flatMap((event) => path([...before, event], at))
    }),
  ]
}

/** For `test.each(named(paths))('%s', async (_, path) => …)`. */
export const namedPaths = <M extends AnyStateMachine>(paths: readonly Path<M>[]) =>
  paths.map((path): [string, Path<M>] => [path.name, path])

/** Of many paths the first ones that together cross everything the many cross: enough where regions multiply. */
export function coveringPaths<M extends AnyStateMachine>(paths: readonly Path<M>[]): Path<M>[] {
  const crossed = new Set<string>()
  return paths.filter(({ crosses }) => {
    const isNew = crosses.some((key) => !crossed.has(key))
    for (const key of crosses) crossed.add(key)
    return isNew
  })
}

/** The transition table: where it is, what happens, where that leads, what it does. For approved snapshots. */
export function transitionTable(paths: readonly Path[]): string[] {
  const rows = paths.map(({ events, from, next, effects }) => {
    const last = events.at(-1)
    const doing = effects.length > 0 ? ` (${effects.join(', ')})` : ''
    return last
      ? `${stateLabel(from)} | ${say(last)} → ${stateLabel(next)}${doing}`
      : `start → ${stateLabel(next)}${doing}`
  })
  return [...new Set(rows)]
}

/** States no path visits. Expect none: an unreachable state is dead code. */
export function unreachable(machine: AnyStateMachine, paths: readonly Path[]): string[] {
  const reached = new Set(
    paths.flatMap(({ from, next }) => [...from._nodes, ...next._nodes].map(({ id }) => id)),
  )
  // A state that is left at once is never rested in, but what leaves it is crossed.
  const left = new Set(paths.flatMap(({ crosses }) => crosses.map((key) => key.split(' ')[0]!)))
  return getStateNodes(machine.root)
    .map(({ id }) => id)
    .filter((id) => !reached.has(id) && !left.has(id))
}

/** Transitions no path crosses. Expect none, for the same reason. */
export function uncrossed(machine: AnyStateMachine, paths: readonly Path[]): string[] {
  const crossed = new Set(paths.flatMap(({ crosses }) => crosses))
  return transitionsOf(machine).filter((key) => !crossed.has(key))
}

/** Stands for an actor whose code is loaded, where only its coming and going matters. */
export const inertActor = fromCallback(() => {}) as unknown

/** A promised effect that has settled as soon as it is started. */
export const resolvedEffect = <Output>(output: Output) =>
  createMachine({
    initial: 'done',
    states: { done: { type: 'final' } },
    output: () => output,
  }) as unknown as PromiseActorLogic<Output, undefined>

/** A promised effect that waits until the test settles it. */
export function controlledPromise<Output, Input>() {
  const heard: { input: Input; signal: AbortSignal; settle: (answer: Answer) => void }[] = []
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (answer: Answer) =>
          'error' in answer ? reject(answer.error) : resolve(answer.output as Output)
        heard.push({ input, signal, settle })
      }),
  )
  return {
    logic,
    /** What it was asked, one entry each time. */
    heard,
    /** Answers what was asked last. */
    settle: (answer: Answer) => {
      const last = heard.at(-1)
      if (!last) throw new Error(`Nobody waits for ${answer.type}.`)
      last.settle(answer)
    },
  }
}

/** A listened effect that says what the test has it say. */
export function controlledCallback<Sent extends EventObject, Input = undefined>() {
  const speaking: ((event: Sent) => void)[] = []
  const heard: Input[] = []
  const logic: CallbackActorLogic<Sent, Input & ({} | undefined)> = fromCallback(
    ({ input, sendBack }) => {
      heard.push(input)
      speaking.push(sendBack)
      return () => speaking.splice(speaking.indexOf(sendBack), 1)
    },
  )
  return {
    logic,
    /** What it was asked, one entry each time. */
    heard,
    /** How many listen now. */
    open: () => speaking.length,
    say: (event: Sent) => {
      if (speaking.length === 0) throw new Error(`Nobody listens for ${event.type}.`)
      for (const speak of speaking) speak(event)
    },
  }
}

const delays = (machine: AnyStateMachine): AnyEventObject[] =>
  [machine.root, ...getStateNodes(machine.root)].flatMap(({ after }) =>
    after.map(({ eventType }) => ({ type: eventType })),
  )

/** Sends the events to an actor whose effects and children do nothing, and looks at what the last one crosses. */
const crossedBy = (machine: AnyStateMachine, input: unknown, sent: readonly AnyEventObject[]) => {
  const { actors, actions } = machine.implementations
  const inert = machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((src) => [src, fromCallback(() => {})])),
    actions: Object.fromEntries(
      Object.entries(actions)
        .filter(([, action]) => isStub(action))
        .map(([name]) => [name, () => {}]),
    ),
  })
  let crossed: string[] = []
  const ref: AnyActorRef = createActor(inert, {
    input,
    clock: new SimulatedClock(),
    inspect: (event) => crossed.push(...crossings(machine, event)),
  }).start()
  for (const event of sent) {
    crossed = []
    ref.send(event)
  }
  return [...new Set(crossed)]
}

type Executable = { type: string; params: unknown }

const startedBy = (actions: readonly unknown[]) =>
  (actions as Executable[])
    .filter(({ type }) => type === 'xstate.spawnChild')
    .map(({ params }) => (params as { id: string }).id)

const finishedActorId = ({ type }: AnyEventObject) =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1]

const describeAction = ({ type, params }: Executable): string[] => {
  if (type === 'xstate.emit') return [`says ${(params as { event: EventObject }).event.type}`]
  if (type === 'xstate.sendTo') {
    const { to, targetId, event } = params as {
      to: AnyActorRef
      targetId?: string
      event: EventObject
    }
    return [`tells ${targetId ?? to.id} ${event.type}`]
  }
  return type.startsWith('xstate.') || type === '(anonymous)' ? [] : [type]
}

const say = ({ type }: AnyEventObject) =>
  type
    .replace(/^xstate\.done\.actor\.(.+)/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)/, '$1 failed')
    .replace(/^xstate\.after\.([^.]+).*/, '$1 over')

const stateLabel = ({ value }: AnyMachineSnapshot) =>
  JSON.stringify(value).replace(/["{}]/g, '').replaceAll(':', '.').replaceAll(',', ' ')
