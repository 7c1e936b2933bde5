/** Watches the machines of a running actor system by what a recorder keeps of them. */
import type { AnyActor, AnyActorRef, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate'
import { isMachine } from '../model/is-machine.ts'
import { isEffective, transitionKey } from '../model/transition-key.ts'
import type { KeptActor, KeptEntry, KeptSnapshot } from '../record/event-log.ts'
import { runningActors } from '../record/kept-actors.ts'
import type { Recorder } from '../record/recorder.ts'
import { type StepEntry, StepReader } from './step-reader.ts'
import type { ActorName, ShownSnapshot, WatchedActor, WatchedStep } from './watched.ts'

interface WatchOptions {
  /** The root actor of the system. */
  root: AnyActorRef
  /** The recorder of the system. */
  recorder: Recorder
  /** Called after each entry of the recorder. */
  onChange: () => void
}

export interface SystemWatch {
  /**
   * Returns the machines that are alive, each after its parent, and the steps since the last call in the order in which
   * their events were received; at first those that were recorded before.
   */
  take: () => { actors: WatchedActor[]; steps: WatchedStep[] }
  /** Returns the machine of a session, if it is alive; as known after `take`. */
  refOf: (session: string) => AnyActorRef | undefined
  stop: () => void
}

/**
 * Watches what happens in a system. An actor that no snapshot has as a child, such as that of a view, is known once something
 * happens to it.
 */
export function watchSystem({ root, recorder, onChange }: WatchOptions): SystemWatch {
  const alive = new Set<AnyActor>()
  const reader = new StepReader()
  const follower = recorder.follow(onChange)

  const add = (actor: KeptActor) => {
    if (isMachine(actor.ref.logic)) reader.add(watchedActorOf(actor))
  }
  const stepOf = (entry: KeptEntry): WatchedStep | null => {
    const read = stepEntryOf(entry)
    if (!read) return null
    if (isAlive(entry.actor)) alive.add(entry.actor)
    else alive.delete(entry.actor)
    return reader.read(read)
  }
  for (const { ref } of runningActors(root as AnyActor, { has: recorder.ignores }))
    if (isAlive(ref)) alive.add(ref)
  return {
    take: () => {
      const { actors, entries } = follower.take()
      for (const actor of actors) add(actor)
      const steps = entries.flatMap((entry) => stepOf(entry) ?? [])
      return {
        actors: [...alive].map((ref) => watchedActor(ref, ref.getSnapshot() as AnyMachineSnapshot)),
        steps: steps.toSorted((one, other) => one.id - other.id),
      }
    },
    refOf: (session) => [...alive].find(({ sessionId }) => sessionId === session),
    stop: follower.stop,
  }
}

const isAlive = (ref: AnyActor) =>
  isMachine(ref.logic) && (ref.getSnapshot() as KeptSnapshot).status === 'active'

const shownSnapshot = (
  { status, value, context }: KeptSnapshot,
  machine: AnyStateMachine,
): ShownSnapshot => ({ status, value: value as StateValue, context, machine })

const watchedActor = (ref: AnyActor, snapshot: ShownSnapshot): WatchedActor => ({
  ...nameOf(ref),
  parent: ref._parent?.sessionId ?? null,
  snapshot,
})

const watchedActorOf = ({ ref, snapshot }: KeptActor) =>
  watchedActor(ref, shownSnapshot(snapshot, ref.logic as AnyStateMachine))

const nameOf = ({ sessionId, id }: AnyActorRef): ActorName => ({ id: sessionId, name: id })

/** Returns what a kept entry says about a step; null for what belongs to none, as all that is no machine does. */
function stepEntryOf(entry: KeptEntry): StepEntry | null {
  const { at, actor: ref } = entry
  if (!isMachine(ref.logic)) return null
  const common = { at, actor: nameOf(ref) }
  switch (entry.type) {
    case 'started': {
      const source = ref._parent ? nameOf(ref._parent) : null
      return { type: 'started', at, actor: watchedActorOf(entry.started), source }
    }
    case 'event': {
      const source = entry.source ? nameOf(entry.source) : null
      return { ...common, type: 'event', source, event: entry.event }
    }
    case 'transition': {
      const keys = entry.transitions.filter(isEffective).map(transitionKey)
      return { ...common, type: 'transition', keys }
    }
    case 'emitted':
      return { ...common, type: 'emitted', event: entry.event }
    case 'snapshot': {
      const snapshot = shownSnapshot(entry.snapshot, ref.logic)
      return { ...common, type: 'snapshot', event: entry.event.type, snapshot }
    }
    default:
      return null
  }
}
