/** The data of a running or a recorded actor system that is looked at. */
import type { AnyEventObject, AnyStateMachine, StateValue } from 'xstate'
import type { KeptSnapshot } from '../record/event-log.ts'

/** The machine of an actor that runs, or only the id of one that was recorded: its code is elsewhere. */
type ShownMachine = AnyStateMachine | { id: string }

/** The part of a machine's snapshot that is shown. Snapshots of XState are such. */
export interface ShownSnapshot {
  status: KeptSnapshot['status']
  value: StateValue
  /** Of a machine that was recorded, it is encoded and without private values. */
  context: unknown
  machine: ShownMachine
}

export interface WatchedActor {
  /** The session id, which no other actor of the system has. */
  id: string
  /** The name by which its parent knows it. */
  name: string
  /** The session id of its parent. */
  parent: string | null
  snapshot: ShownSnapshot
}

/** An event that an actor received, with what followed from it. */
export interface WatchedStep {
  /** Its number, which grows with each event. */
  id: number
  /** The time at which it was received, in milliseconds since 1970. */
  at: number
  /** The actor that sent or emitted it; null if that is none of the system. */
  sender: ActorName | null
  receiver: ActorName
  event: AnyEventObject
  /** The keys of the transitions that were taken, one after the other. */
  taken: readonly string[]
  /** The snapshot of the receiver before it; null if it was started by it. */
  before: ShownSnapshot | null
  /** The snapshot of the receiver after it. */
  snapshot: ShownSnapshot
}

export interface ActorName {
  id: string
  name: string
}
