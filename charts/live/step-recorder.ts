/** Puts together what XState tells piece by piece about one event. */
import type { AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate'
import { isEffective, transitionKey } from '../model/transition-key.ts'
import { isMachineSnapshot } from './machine-snapshot.ts'
import type { ActorName, WatchedStep } from './watched.ts'

/** Returns a function that returns a step with the last of the pieces, which is the snapshot after an event of a machine. */
export function createStepRecorder(now: () => number) {
  const waiting = createWaitingEvents()
  const taken = new WeakMap<object, string[]>()
  /** The actors that emitted events, which their listeners only pass on. */
  const emitters = new WeakMap<AnyEventObject, ActorName>()
  let count = 0

  return (told: InspectionEvent): WatchedStep | null => {
    const actor = told.actorRef as AnyActorRef
    if (told.type === '@xstate.event')
      waiting.add(actor, {
        ...{ id: ++count, event: told.event },
        sender: nameOf(told.sourceRef as AnyActorRef | undefined),
      })
    if (told.type === '@xstate.microstep') {
      const keys = told._transitions.filter(isEffective).map(transitionKey)
      taken.set(actor, [...(taken.get(actor) ?? []), ...keys])
    }
    const emitted = told.type === '@xstate.action' && emittedBy(told.action)
    if (emitted) emitters.set(emitted, nameOf(actor)!)
    if (told.type !== '@xstate.snapshot' || !isMachineSnapshot(told.snapshot)) return null
    const { event, snapshot } = told
    const keys = taken.get(actor) ?? []
    taken.delete(actor)
    const received = waiting.take(actor, event)
    return {
      id: received?.id ?? ++count,
      ...{ at: now(), event, taken: keys, snapshot },
      sender: emitters.get(event) ?? received?.sender ?? null,
      receiver: nameOf(actor)!,
    }
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
  return {
    add: (actor: object, waiting: WaitingEvent) =>
      events.set(actor, [...(events.get(actor) ?? []), waiting]),
    /** Returns an event with its sender. Those before it were not handled, and are forgotten. */
    take: (actor: object, event: AnyEventObject) => {
      const all = events.get(actor) ?? []
      const index = all.findIndex((each) => each.event === event)
      events.set(actor, all.slice(index + 1))
      return all[index]
    },
  }
}

const nameOf = (actor: AnyActorRef | undefined): ActorName | null =>
  actor ? { id: actor.sessionId, name: actor.id } : null

const emittedBy = ({ type, params }: { type: string; params: unknown }) =>
  type === 'xstate.emit' ? (params as { event: AnyEventObject }).event : null
