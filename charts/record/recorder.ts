/** Records what the actors of a system do. */
import type { AnyActor, AnyActorRef, InspectionEvent, Subscription } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import { EventLog, type KeptActor, type KeptEntry } from './event-log.ts'
import { Inspector } from './inspector.ts'
import { scheduledEvents } from './kept-actors.ts'
import type { Privacy } from './private-values.ts'
import type { RecordedActor, RecordedEntry, Recording } from './recording.ts'
import { recordingOf } from './recording-of.ts'
import { Translator } from './translate-log.ts'

export interface RecorderOptions extends Privacy {
  /** The number of events that are kept. */
  capacity?: number
  /** True for an actor that is not recorded, nor is any below it, such as one that shows what is recorded. */
  ignores?: (actor: AnyActorRef) => boolean
}

export interface Recorder {
  /** The observer of a system: `createActor(logic, { inspect })`. */
  inspect: (event: InspectionEvent) => void
  /** Records the system of a root that is running already, from now on. */
  attach: (root: AnyActorRef) => Subscription
  /** Returns all that is kept, without private values. */
  recording: (about?: Readonly<Record<string, Json>>) => Recording
  /** Follows what is kept, as it is. It has private values in it, and must not leave the page. */
  follow: (onChange: () => void) => Follower
  /** Follows the same as neutral entries, which may leave the page: they have no private values in them. */
  stream: (onChange: () => void) => RecordedStream
  /** True for an actor that is not recorded. */
  ignores: (actor: AnyActorRef) => boolean
}

interface Follower {
  /** Returns what is new since the last call, at first all that is kept: actors that had been running before, and entries. */
  take: () => { actors: KeptActor[]; entries: KeptEntry[] }
  stop: () => void
}

export interface RecordedStream {
  /** Returns what is new since the last call, at first all that is kept. */
  take: () => { actors: RecordedActor[]; entries: RecordedEntry[] }
  stop: () => void
}

/**
 * Creates a recorder. While it records it keeps only references to events and contexts, which machines never change; they
 * become JSON, without private values, when somebody asks for them.
 */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { capacity = 10_000, ignores = () => false, ...privacy } = options
  const log = new EventLog(capacity)
  const followers = new Set<LogFollower>()
  const notice = (actor?: KeptActor) => {
    for (const follower of followers) follower.notice(actor)
  }
  const inspector = new Inspector(log, notice, ignores)
  const follow = (onChange: () => void): Follower => {
    const follower = new LogFollower(log, onChange)
    followers.add(follower)
    return { take: follower.take, stop: () => followers.delete(follower) }
  }
  return {
    inspect: inspector.inspect,
    attach: (root) => {
      inspector.discover(root as AnyActor)
      inspector.addTimers(scheduledEvents(root.system))
      return root.system.inspect(inspector.inspect)
    },
    recording: (about = {}) => recordingOf(log, privacy, about),
    follow,
    stream: (onChange) => {
      const { take, stop } = follow(onChange)
      const translator = new Translator(privacy)
      return { take: () => translator.part(take()), stop }
    },
    ignores: inspector.isIgnored,
  }
}

/** Counts what a follower has not taken yet. */
class LogFollower {
  private readonly log: EventLog
  private readonly onChange: () => void
  private actors: KeptActor[]
  private added = Infinity

  constructor(log: EventLog, onChange: () => void) {
    this.log = log
    this.onChange = onChange
    this.actors = [...log.beginning.values()]
  }

  /** Learns that there is one more entry, or one more actor. */
  notice(actor?: KeptActor) {
    if (actor) this.actors.push(actor)
    else this.added += 1
    this.onChange()
  }

  take = () => {
    const taken = { actors: this.actors, entries: this.log.entries(this.added) }
    this.actors = []
    this.added = 0
    return taken
  }
}
