/** Records what the actors of a system do. */
import type { AnyActor, AnyActorRef, InspectionEvent, Subscription } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import { EventLog } from './event-log.ts'
import { Inspector } from './inspector.ts'
import { scheduledEvents } from './kept-actors.ts'
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
  const log = new EventLog(capacity)
  const followers = createFollowers(log, privacy)
  const inspector = new Inspector(log, followers.notice)
  return {
    inspect: inspector.inspect,
    attach: (root) => {
      inspector.discover(root as AnyActor)
      inspector.addTimers(scheduledEvents(root.system))
      return root.system.inspect(inspector.inspect)
    },
    recording: (about = {}) => recordingOf(log, privacy, about),
    subscribe: followers.subscribe,
  }
}
