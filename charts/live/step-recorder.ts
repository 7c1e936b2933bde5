/** Puts together what XState tells piece by piece about one event. */
import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  InspectedActionEvent,
  InspectedEventEvent,
  InspectedMicrostepEvent,
  InspectionEvent,
} from 'xstate'
import { isEffective, transitionKey } from '../model/transition-key.ts'
import { isMachineSnapshot } from '../model/is-machine.ts'
import type { ActorName, WatchedStep } from './watched.ts'

/** Puts steps together. A step is known with the last of its pieces, which is the snapshot after an event of a machine. */
export function createStepRecorder(now: () => number) {
  const snapshots = new WeakMap<object, AnyMachineSnapshot>()
  const waiting = createWaitingEvents()
  const taken = createTakenKeys()
  /** The actors that emitted events, which their listeners only pass on. */
  const emitters = new WeakMap<AnyEventObject, ActorName>()

  const complete = (actor: AnyActorRef, event: AnyEventObject, snapshot: AnyMachineSnapshot) => {
    const { id, sender } = waiting.take(actor, event)
    const step: WatchedStep = {
      ...{ id, at: now(), event, snapshot },
      sender: emitters.get(event) ?? sender,
      receiver: nameOf(actor)!,
      taken: taken.take(actor),
      before: snapshots.get(actor) ?? null,
    }
    snapshots.set(actor, snapshot)
    return step
  }
  return {
    record: (told: InspectionEvent): WatchedStep | null => {
      const actor = told.actorRef as AnyActorRef
      if (told.type === '@xstate.event') waiting.add(actor, told)
      if (told.type === '@xstate.microstep') taken.add(actor, told)
      if (told.type === '@xstate.action') addEmitter(emitters, told)
      return told.type === '@xstate.snapshot' && isMachineSnapshot(told.snapshot)
        ? complete(actor, told.event, told.snapshot)
        : null
    },
    /** Remembers an actor that has done something before. */
    add: (actor: AnyActorRef) => snapshots.set(actor, actor.getSnapshot() as AnyMachineSnapshot),
  }
}

/** The keys of the transitions that an actor has taken since its last snapshot. */
function createTakenKeys() {
  const taken = new WeakMap<object, string[]>()
  return {
    add: (actor: object, { _transitions: transitions }: InspectedMicrostepEvent) => {
      const keys = transitions.filter(isEffective).map(transitionKey)
      taken.set(actor, [...(taken.get(actor) ?? []), ...keys])
    },
    take: (actor: object) => {
      const keys = taken.get(actor) ?? []
      taken.delete(actor)
      return keys
    },
  }
}

interface WaitingEvent {
  /** Events are numbered as they are received; what an event causes is handled before it is done itself. */
  id: number
  event: AnyEventObject
  sender: ActorName | null
}

/** The events that have reached an actor and are not handled yet. One event may reach several actors. */
function createWaitingEvents() {
  const events = new WeakMap<object, WaitingEvent[]>()
  let count = 0
  return {
    add: (actor: object, { event, sourceRef }: InspectedEventEvent) =>
      events.set(actor, [
        ...(events.get(actor) ?? []),
        { id: ++count, event, sender: nameOf(sourceRef as AnyActorRef | undefined) },
      ]),
    /** Returns an event with its sender. Those before it were not handled, and are forgotten. */
    take: (actor: object, event: AnyEventObject): WaitingEvent => {
      const all = events.get(actor) ?? []
      const index = all.findIndex((each) => each.event === event)
      events.set(actor, all.slice(index + 1))
      return all[index] ?? { id: ++count, event, sender: null }
    },
  }
}

const nameOf = (actor: AnyActorRef | undefined): ActorName | null =>
  actor ? { id: actor.sessionId, name: actor.id } : null

const addEmitter = (
  emitters: WeakMap<AnyEventObject, ActorName>,
  { actorRef, action: { type, params } }: InspectedActionEvent,
) => {
  if (type !== 'xstate.emit') return
  emitters.set((params as { event: AnyEventObject }).event, nameOf(actorRef as AnyActorRef)!)
}
