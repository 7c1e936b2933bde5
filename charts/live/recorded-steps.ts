/** Reads the steps of a system from the neutral entries of a recording: of a file, or of what another window tells. */
import type { StateValue } from 'xstate'
import type { RecordedActor, RecordedEntry, RecordedSnapshot } from '../record/recording.ts'
import { type StepEntry, StepReader } from './step-reader.ts'
import type { ActorName, ShownSnapshot, WatchedActor, WatchedStep } from './watched.ts'

/** The actors that were running before the first of the entries, and what happened. */
export interface RecordedPart {
  actors: readonly RecordedActor[]
  entries: readonly RecordedEntry[]
}

/** An actor that is a machine. */
interface Known extends ActorName {
  parent: string | null
  machine: string
}

/** Reads one part of a recording after the other. */
export class RecordedSteps {
  private readonly reader = new StepReader()
  /** The names of all actors, also of those that are no machines. */
  private readonly names = new Map<string, string>()
  private readonly machines = new Map<string, Known>()
  private readonly alive = new Map<string, WatchedActor>()

  /** Returns the machines that are alive after a part, each after its parent, and its steps in the order of their events. */
  read({ actors, entries }: RecordedPart): { actors: WatchedActor[]; steps: WatchedStep[] } {
    for (const actor of actors) {
      const watched = this.add(actor)
      if (watched) this.reader.add(watched)
    }
    const steps = entries.flatMap((entry) => this.stepOf(entry) ?? [])
    return {
      actors: [...this.alive.values()],
      steps: steps.toSorted((one, other) => one.id - other.id),
    }
  }

  private stepOf(entry: RecordedEntry) {
    const read = this.stepEntryOf(entry)
    return read && this.reader.read(read)
  }

  /** Learns of an actor. Returns it if it is a machine. */
  private add({ session, id, parent, machine, snapshot }: RecordedActor): WatchedActor | null {
    this.names.set(session, id)
    if (machine === null) return null
    const known = { id: session, name: id, parent, machine }
    this.machines.set(session, known)
    return this.follow(known, snapshot)
  }

  /** Notes whether an actor is alive. */
  private follow({ id, name, parent, machine }: Known, snapshot: RecordedSnapshot): WatchedActor {
    const watched = { id, name, parent, snapshot: shownSnapshot(snapshot, machine) }
    if (snapshot.status === 'active') this.alive.set(id, watched)
    else this.alive.delete(id)
    return watched
  }

  private nameOf = (session: string): ActorName => ({
    id: session,
    name: this.names.get(session) ?? session,
  })

  /** Returns what an entry says about a step; null for what belongs to none, as all that is no machine does. */
  private stepEntryOf(entry: RecordedEntry): StepEntry | null {
    if (entry.type === 'scheduled' || entry.type === 'cancelled') return null
    const { at } = entry
    if (entry.type === 'started') {
      const actor = this.add(entry.actor)
      const { parent } = entry.actor
      const source = parent === null ? null : this.nameOf(parent)
      return actor && { type: 'started', at, actor, source }
    }
    const known = this.machines.get(entry.actor)
    if (!known) return null
    const actor = this.nameOf(known.id)
    switch (entry.type) {
      case 'event': {
        const source = entry.source === null ? null : this.nameOf(entry.source)
        return { type: 'event', at, actor, source, event: entry.event }
      }
      case 'transition':
        return { type: 'transition', at, actor, keys: entry.keys }
      case 'emitted':
        return { type: 'emitted', at, actor, event: entry.event }
      case 'snapshot': {
        const { snapshot } = this.follow(known, entry.snapshot)
        return { type: 'snapshot', at, actor, event: entry.event, snapshot }
      }
    }
  }
}

const shownSnapshot = (
  { status, value, context }: RecordedSnapshot,
  machine: string,
): ShownSnapshot => ({
  status,
  value: (value ?? {}) as StateValue,
  context,
  machine: { id: machine },
})
