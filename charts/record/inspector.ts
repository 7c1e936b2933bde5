/** Writes what XState tells of a system into a log. It runs several times for each event, and so does as little as possible. */
import type { AnyActor, InspectionEvent } from 'xstate'
import type { AnySnapshot, EventLog, KeptActor, KeptTimer } from './event-log.ts'
import { keptActorOf, runningActors } from './kept-actors.ts'

type Inspected<Type extends InspectionEvent['type']> = Extract<InspectionEvent, { type: Type }>

/** `notice` is called after each entry, and with actors that were running before they did anything. */
export function createInspector(log: EventLog, notice: (discovered?: KeptActor) => void) {
  const known = new WeakSet<AnyActor>()
  /** The events of timers, which XState sends as any other. */
  const delayed = new WeakSet<object>()

  const discover = (ref: AnyActor) => {
    for (const actor of runningActors(ref, known)) {
      known.add(actor.ref)
      log.beginning.set(actor.ref, actor)
      notice(actor)
    }
  }
  const addEvent = (actor: AnyActor, { event, sourceRef }: Inspected<'@xstate.event'>) => {
    if (event.type === 'xstate.init') {
      known.add(actor)
      log.addStarted(keptActorOf(actor))
    } else {
      if (!known.has(actor)) discover(actor)
      log.addEvent(actor, sourceRef as AnyActor | undefined, event, delayed.has(event))
    }
  }
  const addAction = (actor: AnyActor, { action }: Inspected<'@xstate.action'>) => {
    const { event, delay, to, id = '', sendId } = action.params as ActionParams
    if (action.type === 'xstate.emit') log.addEmitted(actor, event!)
    else if (sendId !== undefined) log.addCancelled(actor, sendId)
    else if (event !== undefined && typeof delay === 'number') {
      delayed.add(event)
      log.addScheduled(actor, { target: to ?? actor, event, id, delay })
    } else return false
    return true
  }
  const add = (inspected: InspectionEvent) => {
    const actor = inspected.actorRef as AnyActor
    switch (inspected.type) {
      case '@xstate.event':
        addEvent(actor, inspected)
        return true
      case '@xstate.microstep':
        return addTransition(log, actor, inspected)
      case '@xstate.action':
        return isRecordedAction(inspected.action) && addAction(actor, inspected)
      case '@xstate.snapshot':
        return addSnapshot(log, actor, inspected)
      default:
        return false
    }
  }
  return {
    inspect: (inspected: InspectionEvent) => {
      if (add(inspected)) notice()
    },
    discover,
    addTimers: (timers: readonly KeptTimer[]) => {
      for (const timer of timers) delayed.add(timer.event)
    },
  }
}

type ActionParams = Partial<KeptTimer> & { to?: AnyActor; sendId?: string }

const recordedActions = new Set(['xstate.emit', 'xstate.cancel', 'xstate.raise', 'xstate.sendTo'])
const isRecordedAction = ({ type, params }: { type: string; params: unknown }) =>
  recordedActions.has(type) && params !== undefined

const addTransition = (
  log: EventLog,
  actor: AnyActor,
  { event, snapshot, _transitions: transitions }: Inspected<'@xstate.microstep'>,
) => {
  // The steps into the first state are taken before the actor is started, as a part of it.
  if (transitions.length === 0 || event.type === 'xstate.init') return false
  log.addTransition(actor, event, transitions, (snapshot as AnySnapshot).value)
  return true
}

const addSnapshot = (
  log: EventLog,
  actor: AnyActor,
  { event, snapshot }: Inspected<'@xstate.snapshot'>,
) => {
  if (event.type === 'xstate.init' && snapshot.status === 'active') return false
  log.addSnapshot(actor, event, snapshot)
  return true
}
