/** Writes what XState tells of a system into a log. It runs several times for each event, and so does as little as possible. */
import type { AnyActor, AnyActorRef, InspectionEvent } from 'xstate'
import type { AnySnapshot, EventLog, KeptActor, KeptTimer } from './event-log.ts'
import { keptActorOf, runningActors, scheduledEvents } from './kept-actors.ts'

type Inspected<Type extends InspectionEvent['type']> = Extract<InspectionEvent, { type: Type }>
type ActionParams = Partial<KeptTimer> & { to?: AnyActor; sendId?: string }

/** The number of events of timers that are remembered in any case. */
const delayedAtLeast = 256

export class Inspector {
  private readonly log: EventLog
  private readonly notice: (discovered?: KeptActor) => void
  private readonly ignores: (actor: AnyActorRef) => boolean
  private readonly known = new WeakSet<AnyActor>()
  private readonly ignored = new WeakSet<AnyActor>()
  private hasIgnored = false
  /** The events of timers, which XState sends as any other. A weak set would cost the garbage collector more. */
  private delayed = new Set<object>()
  private delayedLimit = delayedAtLeast

  /** `notice` is called after each entry, and with actors that were running before they did anything. */
  constructor(
    log: EventLog,
    notice: (discovered?: KeptActor) => void,
    ignores: (actor: AnyActorRef) => boolean = () => false,
  ) {
    this.log = log
    this.notice = notice
    this.ignores = ignores
  }

  /** True for an actor that is not recorded, or is below one. */
  isIgnored = (actor: AnyActorRef): boolean =>
    this.ignores(actor) || (actor._parent !== undefined && this.isIgnored(actor._parent))

  inspect = (inspected: InspectionEvent) => {
    if (this.hasIgnored && this.ignored.has(inspected.actorRef as AnyActor)) return
    if (this.add(inspected, inspected.actorRef as AnyActor)) this.notice()
  }

  /** Learns of an actor that is running already, and of those around it. */
  discover(ref: AnyActor) {
    for (const actor of runningActors(ref, this.known)) {
      this.known.add(actor.ref)
      if (this.ignore(actor.ref)) continue
      this.log.beginning.set(actor.ref, actor)
      this.notice(actor)
    }
  }

  /** Learns of delayed events that are scheduled already. */
  addTimers(timers: readonly KeptTimer[]) {
    for (const timer of timers) this.delayed.add(timer.event)
  }

  /** Returns false for what is not recorded. */
  private add(inspected: InspectionEvent, actor: AnyActor): boolean {
    switch (inspected.type) {
      case '@xstate.event':
        return this.addEvent(actor, inspected)
      case '@xstate.microstep':
        return this.addTransition(actor, inspected)
      case '@xstate.action':
        return this.addAction(actor, inspected.action)
      case '@xstate.snapshot':
        return this.addSnapshot(actor, inspected)
      default:
        return false
    }
  }

  private addEvent(actor: AnyActor, { event, sourceRef }: Inspected<'@xstate.event'>) {
    if (event.type === 'xstate.init') {
      this.known.add(actor)
      if (this.ignore(actor)) return false
      this.log.addStarted(keptActorOf(actor))
    } else {
      if (!this.known.has(actor)) {
        this.discover(actor)
        if (this.ignored.has(actor)) return false
      }
      this.log.addEvent(actor, event, sourceRef as AnyActor | undefined, this.delayed.has(event))
    }
    return true
  }

  private addTransition(
    actor: AnyActor,
    { event, snapshot, _transitions: transitions }: Inspected<'@xstate.microstep'>,
  ) {
    // The steps into the first state are taken before the actor is started, as a part of it.
    if (transitions.length === 0 || event.type === 'xstate.init') return false
    this.log.addTransition(actor, event, transitions, (snapshot as AnySnapshot).value)
    return true
  }

  private addAction(actor: AnyActor, { type, params }: { type: string; params: unknown }) {
    switch (type) {
      case 'xstate.emit':
        this.log.addEmitted(actor, (params as { event: KeptTimer['event'] }).event)
        return true
      case 'xstate.cancel':
        this.log.addCancelled(actor, (params as { sendId: string }).sendId)
        return true
      case 'xstate.raise':
      case 'xstate.sendTo':
        return this.addScheduled(actor, params as ActionParams)
      default:
        return false
    }
  }

  private addScheduled(source: AnyActor, { event, delay, to, id = '' }: ActionParams) {
    if (event === undefined || typeof delay !== 'number') return false
    if (this.delayed.size > this.delayedLimit) this.forgetSent(source)
    this.delayed.add(event)
    this.log.addScheduled({ source, target: to ?? source, event, id, delay })
    return true
  }

  /** Notes whether an actor is to be ignored, once for each. */
  private ignore(actor: AnyActor) {
    const isIgnored = this.isIgnored(actor)
    if (isIgnored) this.ignored.add(actor)
    this.hasIgnored ||= isIgnored
    return isIgnored
  }

  /** Forgets the events of timers that do not run any more. */
  private forgetSent({ system }: AnyActor) {
    this.delayed = new Set(scheduledEvents(system).map(({ event }) => event))
    this.delayedLimit = 2 * this.delayed.size + delayedAtLeast
  }

  private addSnapshot(actor: AnyActor, { event, snapshot }: Inspected<'@xstate.snapshot'>) {
    if (event.type === 'xstate.init' && snapshot.status === 'active') return false
    this.log.addSnapshot(actor, event, snapshot)
    return true
  }
}
