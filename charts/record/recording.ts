/**
 * A recording: what the actors of a system did, as plain JSON without private values. Tools may rely on this format; a change
 * that they would not understand gets another version.
 */
import type { Json } from '../model/chart-model.ts'

export const recordingFormat = 'xstate-recording'
export const recordingVersion = 1

export interface Recording {
  format: typeof recordingFormat
  version: typeof recordingVersion
  /** The time of the first entry, or of the recording if there is none, in milliseconds since 1970. */
  from: number
  /** Facts about the recorded system, given by its owner: versions, the address of the page. */
  about: { [name: string]: Json }
  /** The actors that were running before the first entry, each after its parent. */
  actors: RecordedActor[]
  /** The delayed events that were scheduled before the first entry. */
  timers: RecordedTimer[]
  /** All that happened, in its order. */
  entries: RecordedEntry[]
  /** The number of events before the first entry that no longer fit into the recording. */
  dropped: number
}

/** An actor, with its snapshot when it was started or when the recording began. */
export interface RecordedActor {
  /** The id of the actor in its system. Each actor has another one. */
  session: string
  /** The id that its parent knows it by. */
  id: string
  systemId: string | null
  /** The session of its parent; null for the root. */
  parent: string | null
  /** The id of its machine; null for promises, callbacks and other logic. */
  machine: string | null
  /** The name of its logic in the machine of its parent; null if it has none. */
  src: string | null
  /** True if its parent has started it; false for the root, and for an actor that others have added to the system. */
  isChild: boolean
  /** True if its parent is told of each of its snapshots. */
  isSynced: boolean
  input: Json
  snapshot: RecordedSnapshot
}

export interface RecordedSnapshot {
  status: 'active' | 'done' | 'error' | 'stopped'
  /** The state value of a machine; null for other logic. */
  value: Json
  /** Objects that were the same one in two snapshots are the same one here, until the recording is written to a file. */
  context: Json
  /** The ids of the states that the history states remember; null where there are none. */
  history: { [state: string]: string[] } | null
  /** The sessions of the children by their ids. */
  children: { [id: string]: string }
  output: Json
  error: Json
}

export interface RecordedTimer {
  /** The session of the actor that scheduled the event. */
  source: string
  target: string
  /** The id by which its source may cancel it. */
  id: string
  event: RecordedEvent
  delay: number
}

export type RecordedEvent = { type: string; [property: string]: Json }

/** `at` is the time in milliseconds since 1970, and `actor` the session of an actor. */
export type RecordedEntry = { at: number } & (
  | { type: 'started'; actor: RecordedActor }
  | EventEntry
  | TransitionEntry
  | { type: 'emitted'; actor: string; event: RecordedEvent }
  | { type: 'scheduled'; timer: RecordedTimer }
  | { type: 'cancelled'; actor: string; id: string }
  | SnapshotEntry
)

/** An event that was sent to an actor. */
export interface EventEntry {
  type: 'event'
  /** The session of its sender; null if it came from outside of the system. */
  source: string | null
  actor: string
  event: RecordedEvent
  /**
   * - `outside`: something that is no actor has sent it
   * - `actor`: a machine has sent it, or the end of an actor has
   * - `effect`: a promise, a callback or other logic has; a promise sends its answer to itself
   * - `delay`: its time had come
   */
  cause: 'outside' | 'actor' | 'effect' | 'delay'
}

/** A step of a machine. One event may cause several. */
interface TransitionEntry {
  type: 'transition'
  actor: string
  event: string
  /** The keys of the transitions that were taken, as in the model of its chart. */
  keys: string[]
  from: Json
  to: Json
}

/** The snapshot of an actor after an event. An actor with another status than `active` has ended. */
interface SnapshotEntry {
  type: 'snapshot'
  actor: string
  event: string
  snapshot: RecordedSnapshot
}
