/** Runs a recording again, without a browser, and compares each step with what was recorded. */
import { EventLog } from '../record/event-log.ts'
import { Inspector } from '../record/inspector.ts'
import type { RecordedEntry, Recording } from '../record/recording.ts'
import { Translator } from '../record/translate-log.ts'
import { type RecordedActors, indexActors } from './recorded-actors.ts'
import { renameSessions } from './rename-sessions.ts'
import { type ReplayOptions, ReplayedSystem } from './replayed-system.ts'
import { stateAfter, stateHash } from './state-hash.ts'
import { stepText } from './step-text.ts'

/** The first step of a replay that was another one in the recording. */
interface Parting {
  /** The last event that the system was sent from outside, by an effect or by time, and its number. */
  after: string
  /** The id of the machine that did something else; the id of the actor if it has none. */
  machine: string
  recorded: string
  replayed: string
}

export interface ReplayResult {
  /** The number of events that were sent to the system. */
  events: number
  /** The hash of the state in which the recorded system was at its end. */
  recordedHash: string
  /** The hash of the state that was reached. */
  reachedHash: string
  /** Null if both did the same, step by step. */
  parted: Parting | null
}

const nothing = 'nothing happens'

/**
 * Replays a recording: sends what came from outside, from effects and from timers in the order in which it was recorded, also
 * in the middle of other steps, and lets the machines do the rest. It ends where they do something else than was recorded.
 */
export function replay(recording: Recording, options: ReplayOptions): ReplayResult {
  const run = new Replay(recording, options)
  run.run()
  const { actors, entries } = recording
  return {
    events: run.events,
    recordedHash: stateHash(stateAfter(actors, entries)),
    reachedHash: stateHash(stateAfter(actors, run.replayed)),
    parted: run.parted,
  }
}

class Replay {
  events = 0
  parted: Parting | null = null
  readonly replayed: RecordedEntry[] = []
  private readonly recording: Recording
  private readonly actors: RecordedActors
  private readonly system: ReplayedSystem
  private readonly entries: readonly RecordedEntry[]
  private readonly log = new EventLog(Infinity)
  private readonly translator = new Translator({})
  private cursor = 0
  /** Null until the actors run that had been running before the recording began. */
  private after: string | null = null
  private delivered: RecordedEntry | null = null

  constructor(recording: Recording, options: ReplayOptions) {
    this.recording = recording
    this.actors = indexActors(recording)
    const { inspect } = new Inspector(this.log, (discovered) => {
      if (!discovered) this.noticed()
    })
    this.system = new ReplayedSystem(this.actors, options, inspect)
    this.entries = recording.entries.filter((entry) => this.isCompared(entry))
  }

  run() {
    const { actors, timers } = this.recording
    this.requireRoot()
    this.system.restore(actors, timers)
    this.after = 'the beginning'
    while (this.cursor < this.entries.length && !this.parted) {
      const entry = this.entries[this.cursor]!
      if (this.isFromOutside(entry)) this.deliver(entry)
      else this.part(this.textOf(entry), nothing, actorOf(entry))
    }
  }

  private requireRoot() {
    const roots = this.actors.startedAs(null, '')
    if (roots.length === 0) throw new Error('The recording has no actors.')
    for (const root of roots)
      if (!this.system.isRun(root))
        throw new Error(`The recording is of the machine ${root.machine}, which is not known.`)
  }

  /** Sends what no machine has sent. */
  private deliver(entry: RecordedEntry) {
    this.cursor += 1
    if (entry.type === 'started') {
      this.after = `the start of ${this.nameOf(entry.actor.session)}`
      this.delivered = entry
      this.system.start(entry.actor)
    } else if (entry.type === 'event') {
      this.events += 1
      this.after = `event ${this.events}, ${entry.event.type} to ${this.nameOf(entry.actor)}`
      this.send(entry)
    }
    this.delivered = null
  }

  private send(entry: Extract<RecordedEntry, { type: 'event' }>) {
    const { system } = this
    const { refOf } = system.sessions
    const ref = refOf(entry.actor)
    const source = entry.source === null ? undefined : refOf(entry.source)
    if (!ref) {
      this.part(this.textOf(entry), `${this.nameOf(entry.actor)} does not run`, entry.actor)
      return
    }
    this.delivered = entry
    if (entry.cause !== 'delay' || !system.actsAlone(this.actors.get(entry.source)))
      ref.send(system.decode(entry.event) as { type: string })
    else if (!system.fire(source, ref, entry.event.type))
      this.part(this.textOf(entry), 'this delay does not run', entry.actor)
  }

  /** Compares what the machines have just done with the next step of the recording. */
  private noticed() {
    const kept = this.log.entries(1)[0]!
    const named = renameSessions(this.translator.entry(kept), this.system.sessions.recordedSession)
    if (this.after === null || this.parted || !this.isCompared(named)) return
    this.replayed.push(named)
    if (this.delivered && isSameSend(this.delivered, named)) {
      this.delivered = null
      return
    }
    // Something was sent to the system in the middle of this step.
    while (this.cursor < this.entries.length && this.isFromOutside(this.entries[this.cursor]!))
      this.deliver(this.entries[this.cursor]!)
    const expected = this.entries[this.cursor]
    const [recorded, was] = [expected ? this.textOf(expected) : nothing, this.textOf(named)]
    if (recorded === was) this.cursor += 1
    else this.part(recorded, was, actorOf(named))
  }

  private part(recorded: string, replayed: string, session: string) {
    const machine = this.nameOf(session)
    this.parted ??= { after: this.after ?? '', machine, recorded, replayed }
  }

  /** True for a step that a replay takes, too: what unknown machines have done inside is not repeated. */
  private isCompared(entry: RecordedEntry) {
    const isInside =
      entry.type === 'transition' ||
      entry.type === 'emitted' ||
      entry.type === 'cancelled' ||
      entry.type === 'scheduled'
    return !isInside || this.system.isRun(this.actors.get(actorOf(entry)))
  }

  /** True for what the replay has to do itself, because none of its machines does it. */
  private isFromOutside(entry: RecordedEntry) {
    if (entry.type === 'started') return !entry.actor.isChild
    if (entry.type !== 'event') return false
    const { cause, source, event } = entry
    if (cause === 'outside' || cause === 'delay') return true
    return (
      !/^xstate\.(done|error|snapshot)\b/.test(event.type) &&
      !this.system.actsAlone(this.actors.get(source))
    )
  }

  private nameOf = (session: string) => {
    const actor = this.actors.get(session)
    return actor?.machine ?? actor?.id ?? 'another actor'
  }
  private textOf = (entry: RecordedEntry) => stepText(entry, this.nameOf)
}

const actorOf = (entry: RecordedEntry): string => {
  if (entry.type === 'started') return entry.actor.session
  return entry.type === 'scheduled' ? entry.timer.source : entry.actor
}

const isSameSend = (one: RecordedEntry, other: RecordedEntry) =>
  one.type === other.type &&
  actorOf(one) === actorOf(other) &&
  (one.type !== 'event' || other.type !== 'event' || one.event.type === other.event.type)
