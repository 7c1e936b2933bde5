/** Watches the machines of a running actor system, from any time on. */
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { isMachineSnapshot } from '../model/is-machine.ts'
import { createStepRecorder } from './step-recorder.ts'
import type { WatchedActor, WatchedStep } from './watched.ts'

interface WatchOptions {
  /** The root actor of the system. */
  root: AnyActorRef
  /** True for an actor that is not watched, nor is any below it, such as the one that watches. */
  ignores: (actor: AnyActorRef) => boolean
  /** Called after each event that a machine has handled. */
  onChange: () => void
  now: () => number
}

export interface SystemWatch {
  /** Returns the machines that are alive, each after its parent. */
  actors: () => WatchedActor[]
  /** Returns the steps since the last call, in the order in which their events were received. */
  takeSteps: () => WatchedStep[]
  stop: () => void
}

/** The most steps that are kept until they are taken. */
const stepLimit = 5_000

/**
 * Watches what happens in a system from now on. An actor that no snapshot has as a child, such as that of a view, is known
 * once something happens to it.
 */
export function watchSystem({ root, ignores, onChange, now }: WatchOptions): SystemWatch {
  const alive = new Set<AnyActorRef>()
  const steps: WatchedStep[] = []
  const recorder = createStepRecorder(now)
  const isIgnored = (actor: AnyActorRef): boolean =>
    ignores(actor) || (actor._parent !== undefined && isIgnored(actor._parent))

  const add = (actor: AnyActorRef) => {
    if (alive.has(actor) || !isMachineSnapshot(actor.getSnapshot()) || isIgnored(actor)) return
    alive.add(actor)
    recorder.add(actor)
    for (const child of childrenOf(actor)) add(child)
  }
  const observe = (event: InspectionEvent) => {
    const step = recorder.record(event)
    if (!step || isIgnored(event.actorRef as AnyActorRef)) return
    if (step.snapshot.status === 'active') add(event.actorRef as AnyActorRef)
    else alive.delete(event.actorRef as AnyActorRef)
    steps.push(step)
    if (steps.length > stepLimit) steps.shift()
    onChange()
  }
  add(root)
  const subscription = root.system.inspect(observe)
  return {
    actors: () => [...alive].map(watchedActorOf),
    takeSteps: () => steps.splice(0).toSorted((one, other) => one.id - other.id),
    stop: () => subscription.unsubscribe(),
  }
}

const watchedActorOf = (actor: AnyActorRef): WatchedActor => ({
  id: actor.sessionId,
  name: actor.id,
  parent: actor._parent?.sessionId ?? null,
  snapshot: actor.getSnapshot() as AnyMachineSnapshot,
})

const childrenOf = (actor: AnyActorRef) =>
  Object.values((actor.getSnapshot() as AnyMachineSnapshot).children as Record<string, AnyActorRef>)
