/** Records what the actors of a system do. */
import type { AnyActor, AnyActorRef, InspectionEvent, Subscription } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import { type KeptEntry, type KeptTimer, createEventLog } from './event-log.ts'
import { keptActorOf, keptSnapshotOf, runningActors, scheduledEvents } from './kept-actors.ts'
import type { Privacy } from './private-values.ts'
import type { Recorded, Recording } from './recording.ts'
import { createFollowers } from './followers.ts'
import { recordingOf } from './recording-of.ts'

export interface RecorderOptions extends Privacy {
  /** The number of events that are kept. */
  capacity?: number
}

export interface Recorder {
  /** The observer of a system: `createActor(logic, { inspect })`. */
  inspect: (event: InspectionEvent) => void
  /** Records the system of a root that is running already, from now on. */
  attach: (root: AnyActorRef) => Subscription
  /** Returns all that is kept. There is no other way to it, and none that leaves private values in. */
  recording: (about?: Readonly<Record<string, Json>>) => Recording
  /** Calls a follower with what is new, once for all that happens at a time. */
  subscribe: (follow: (recorded: Recorded) => void) => Subscription
}

/**
 * Creates a recorder. While it records it keeps only references to events and contexts, which machines never change; they
 * become JSON, without private values, when somebody asks for them.
 */
export function createRecorder({ capacity = 10_000, ...privacy }: RecorderOptions = {}): Recorder {
  const log = createEventLog(capacity)
  const followers = createFollowers(log, privacy)
  const known = new WeakSet<AnyActor>()
  /** The events of timers, which XState sends as any other. */
  const delayed = new WeakSet<object>()
  let at = Date.now()

  const push = (entry: KeptEntry) => {
    log.push(entry)
    followers.push(entry)
  }
  const discover = (ref: AnyActor) => {
    for (const actor of runningActors(ref, known)) {
      known.add(actor.ref)
      log.beginning.actors.set(actor.ref, actor)
      followers.discover(actor)
    }
  }
  const schedule = (timer: KeptTimer) => {
    delayed.add(timer.event)
    push({ type: 'scheduled', at, timer })
  }

  const inspect = (inspected: InspectionEvent) => {
    const actor = inspected.actorRef as AnyActor
    switch (inspected.type) {
      case '@xstate.event': {
        const { event } = inspected
        at = Date.now()
        if (event.type === 'xstate.init') {
          known.add(actor)
          push({ type: 'started', at, actor: keptActorOf(actor) })
          return
        }
        if (!known.has(actor)) discover(actor)
        const source = inspected.sourceRef as AnyActor | undefined
        push({ type: 'event', at, actor, source, event, isDelayed: delayed.has(event) })
        return
      }
      case '@xstate.microstep': {
        const { _transitions: transitions, event } = inspected
        if (transitions.length === 0 || event.type === 'xstate.init') return
        const { value: to } = inspected.snapshot as unknown as { value: unknown }
        push({ type: 'transition', at, actor, event, transitions, to })
        return
      }
      case '@xstate.action':
        recordAction(inspected.action, actor)
        return
      case '@xstate.snapshot': {
        const { event, snapshot } = inspected
        if (event.type === 'xstate.init' && snapshot.status === 'active') return
        push({ type: 'snapshot', at, actor, event, snapshot: keptSnapshotOf(snapshot) })
        return
      }
      default:
    }
  }

  const recordAction = (action: { type: string; params: unknown }, actor: AnyActor) => {
    if (!action.type.startsWith('xstate.')) return
    const params = Object(action.params) as Partial<KeptTimer> & { to?: AnyActor; sendId?: string }
    const { event, delay, to, id = '', sendId } = params
    if (action.type === 'xstate.emit') push({ type: 'emitted', at, actor, event: event! })
    else if (sendId !== undefined) push({ type: 'cancelled', at, actor, id: sendId })
    else if (event !== undefined && typeof delay === 'number')
      schedule({ source: actor, target: to ?? actor, event, id, delay })
  }

  return {
    inspect,
    attach: (root) => {
      discover(root as AnyActor)
      for (const timer of scheduledEvents(root.system)) {
        delayed.add(timer.event)
        log.beginning.timers.push(timer)
      }
      return root.system.inspect(inspect)
    },
    recording: (about = {}) => recordingOf(log, privacy, about),
    subscribe: followers.subscribe,
  }
}
