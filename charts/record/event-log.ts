/** Keeps the last events of a system as they are, in memory only, with the state of its actors before the first of them. */
import type { AnyActor, AnyEventObject, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** The parts of a snapshot that are recorded. XState's own object is several times as large. */
export interface KeptSnapshot {
  status: 'active' | 'done' | 'error' | 'stopped'
  value: unknown
  context: unknown
  history: Readonly<Record<string, readonly AnyStateNode[]>> | undefined
  children: Readonly<Record<string, AnyActor | undefined>> | undefined
  output: unknown
  error: unknown
}

export interface KeptActor {
  ref: AnyActor
  isChild: boolean
  input: unknown
  snapshot: KeptSnapshot
}

export interface KeptTimer {
  source: AnyActor
  target: AnyActor
  event: AnyEventObject
  id: string
  delay: number
}

/** Entries of one shape each, and few properties: there are three for each event. */
export type KeptEntry = { at: number } & (
  | { type: 'started'; actor: KeptActor }
  | {
      type: 'event'
      actor: AnyActor
      source: AnyActor | undefined
      event: AnyEventObject
      isDelayed: boolean
    }
  | {
      type: 'transition'
      actor: AnyActor
      event: AnyEventObject
      transitions: readonly AnyTransitionDefinition[]
      to: unknown
    }
  | { type: 'emitted'; actor: AnyActor; event: AnyEventObject }
  | { type: 'scheduled'; timer: KeptTimer }
  | { type: 'cancelled'; actor: AnyActor; id: string }
  | { type: 'snapshot'; actor: AnyActor; event: AnyEventObject; snapshot: KeptSnapshot }
)

/** The state of a system before the first entry of a log. */
export interface Beginning {
  actors: Map<AnyActor, KeptActor>
  timers: KeptTimer[]
}

/** Creates a log that holds at most `capacity` events, with all that they caused. */
export function createEventLog(capacity: number) {
  const beginning: Beginning = { actors: new Map(), timers: [] }
  let entries: KeptEntry[] = []
  let first = 0
  let events = 0
  let dropped = 0

  /** Drops an event with all that it caused, so that the log begins with what no machine has done. */
  const dropFirst = () => {
    do {
      const entry = entries[first]!
      if (entry.type === 'event') {
        events -= 1
        dropped += 1
      }
      applyTo(beginning, entry)
      first += 1
    } while (first < entries.length && !isFromOutside(entries[first]!))
    // Copying the rest this rarely costs nothing that could be measured.
    if (first <= entries.length / 2) return
    entries = entries.slice(first)
    first = 0
  }

  return {
    beginning,
    push: (entry: KeptEntry) => {
      entries.push(entry)
      if (entry.type !== 'event') return
      events += 1
      while (events > capacity) dropFirst()
    },
    entries: () => entries.slice(first),
    dropped: () => dropped,
  }
}

export type EventLog = ReturnType<typeof createEventLog>

/** True for an event that no machine has sent. Between two of them the system is mostly at rest. */
const isFromOutside = (entry: KeptEntry) =>
  entry.type === 'event' && (entry.source === undefined || entry.isDelayed)

/** Changes the state before the log to that after an entry. */
function applyTo(beginning: Beginning, entry: KeptEntry) {
  const { actors } = beginning
  const remove = (isGone: (timer: KeptTimer) => boolean) => {
    if (beginning.timers.some(isGone))
      beginning.timers = beginning.timers.filter((timer) => !isGone(timer))
  }
  if (entry.type === 'started') actors.set(entry.actor.ref, entry.actor)
  else if (entry.type === 'event') {
    if (entry.isDelayed) remove(({ event }) => event === entry.event)
  } else if (entry.type === 'scheduled') {
    const { source, id } = entry.timer
    if (id !== '') remove((timer) => timer.source === source && timer.id === id)
    beginning.timers = [...beginning.timers, entry.timer]
  } else if (entry.type === 'cancelled')
    remove(({ source, id }) => source === entry.actor && id === entry.id)
  else if (entry.type === 'snapshot') {
    const actor = actors.get(entry.actor)
    if (entry.snapshot.status === 'active' && actor)
      actors.set(entry.actor, { ...actor, snapshot: entry.snapshot })
    else {
      actors.delete(entry.actor)
      remove(({ source }) => source === entry.actor)
    }
  }
}
