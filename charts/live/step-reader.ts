/** Puts together what a log says piece by piece about one event. */
import type { AnyEventObject } from 'xstate'
import type { ActorName, ShownSnapshot, WatchedActor, WatchedStep } from './watched.ts'

/** The entries of a log that steps are made of. */
export type StepEntry = { at: number } & (
  | { type: 'started'; actor: WatchedActor; source: ActorName | null }
  | { type: 'event'; actor: ActorName; source: ActorName | null; event: AnyEventObject }
  | { type: 'transition'; actor: ActorName; keys: readonly string[] }
  | { type: 'emitted'; actor: ActorName; event: AnyEventObject }
  | { type: 'snapshot'; actor: ActorName; event: string; snapshot: ShownSnapshot }
)

type Entry<Type extends StepEntry['type']> = Extract<StepEntry, { type: Type }>
type Waiting = Pick<WatchedStep, 'id' | 'at' | 'sender' | 'event'>

/** Puts steps together. A step is complete with its last entry, which is the snapshot after an event of a machine. */
export class StepReader {
  private readonly snapshots = new Map<string, ShownSnapshot>()
  /** The events that have reached an actor and are not handled yet. One event may reach several actors. */
  private readonly waiting = new Map<string, Waiting[]>()
  /** The transitions that an actor has taken since its last snapshot. */
  private readonly taken = new Map<string, readonly string[]>()
  /** The actors that emitted events, which their listeners only pass on. */
  private readonly emitters = new WeakMap<AnyEventObject, ActorName>()
  /** Events are numbered as they are received; what an event causes is handled before it is done itself. */
  private count = 0

  /** Learns of an actor that was running before. */
  add({ id, snapshot }: WatchedActor) {
    this.snapshots.set(id, snapshot)
  }

  /** Returns the step that an entry completes; null if it completes none. */
  read(entry: StepEntry): WatchedStep | null {
    switch (entry.type) {
      case 'started':
        return this.start(entry)
      case 'event':
        this.receive(entry)
        return null
      case 'transition':
        this.taken.set(entry.actor.id, [...(this.taken.get(entry.actor.id) ?? []), ...entry.keys])
        return null
      case 'emitted':
        this.emitters.set(entry.event, entry.actor)
        return null
      case 'snapshot':
        return this.complete(entry)
    }
  }

  private start({ at, actor, source: sender }: Entry<'started'>): WatchedStep {
    this.add(actor)
    const { id, name, snapshot } = actor
    const event = { type: 'xstate.init' }
    const receiver = { id, name }
    return { id: ++this.count, at, sender, receiver, event, taken: [], before: null, snapshot }
  }

  private receive({ at, actor, source, event }: Entry<'event'>) {
    const sender = this.emitters.get(event) ?? source
    const before = this.waiting.get(actor.id) ?? []
    this.waiting.set(actor.id, [...before, { id: ++this.count, at, sender, event }])
  }

  private complete(entry: Entry<'snapshot'>): WatchedStep {
    const { actor: receiver, snapshot } = entry
    const step = {
      ...this.handled(entry),
      receiver,
      taken: this.taken.get(receiver.id) ?? [],
      before: this.snapshots.get(receiver.id) ?? null,
      snapshot,
    }
    this.taken.delete(receiver.id)
    this.snapshots.set(receiver.id, snapshot)
    return step
  }

  /** Returns the event that was handled. Those before it were not, and are forgotten. */
  private handled({ at, actor: { id }, event: type }: Entry<'snapshot'>): Waiting {
    const all = this.waiting.get(id) ?? []
    const index = all.findIndex(({ event }) => event.type === type)
    this.waiting.set(id, all.slice(index + 1))
    return all[index] ?? { id: ++this.count, at, sender: null, event: { type } }
  }
}
