/** Keeps the last events of a system as they are, in memory only, with the state of its actors before the first of them. */
import type {
  AnyActor,
  AnyEventObject,
  AnyStateNode,
  AnyTransitionDefinition,
  Snapshot,
} from 'xstate'
import { Slots } from './slots.ts'

/** The parts of a snapshot that are recorded. */
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

/** A snapshot of a machine, or of other logic, which may have any of these. */
export type AnySnapshot = Snapshot<unknown> & {
  value?: unknown
  context?: unknown
  children?: KeptSnapshot['children']
  historyValue?: KeptSnapshot['history']
}

export const keptSnapshotOf = (snapshot: AnySnapshot): KeptSnapshot => {
  const { status, value, context, historyValue, children, output, error } = snapshot
  return { status, value, context, history: historyValue, children, output, error }
}

interface At {
  at: number
  actor: AnyActor
}
export type KeptEntry = At &
  (
    | { type: 'started'; started: KeptActor }
    | {
        type: 'event'
        source: AnyActor | undefined
        event: AnyEventObject
        isDelayed: boolean
      }
    | {
        type: 'transition'
        event: AnyEventObject
        transitions: readonly AnyTransitionDefinition[]
        to: unknown
      }
    | { type: 'emitted'; event: AnyEventObject }
    | { type: 'scheduled'; timer: KeptTimer }
    | { type: 'cancelled'; id: string }
    | { type: 'snapshot'; event: AnyEventObject; snapshot: KeptSnapshot }
  )

/** The actors of a system before the first entry of a log. */
export type Beginning = Map<AnyActor, KeptActor>

type EntryType = KeptEntry['type']
type Cells = readonly unknown[]

/** The cells of an entry. What they hold after the first three differs with its type. */
const [timeCell, actorCell, one, two, three, four, five] = [1, 2, 3, 4, 5, 6, 7] as const
const width = 8

/** A log that holds at most `capacity` events, with all that they caused. */
export class EventLog {
  readonly beginning: Beginning = new Map()
  private readonly capacity: number
  private readonly slots = new Slots(width)
  /** Numbers as large as the time are objects of their own, and smaller ones are not. */
  private readonly began = Date.now()
  private time = 0
  private events = 0
  private droppedEvents = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  addStarted(actor: KeptActor) {
    const at = this.add('started', actor.ref)
    this.slots.cells[at + one] = actor
  }

  addEvent(
    actor: AnyActor,
    event: AnyEventObject,
    source: AnyActor | undefined,
    isDelayed: boolean,
  ) {
    this.time = Date.now() - this.began
    this.events += 1
    while (this.events > this.capacity) this.dropFirst()
    const at = this.add('event', actor)
    const cells = this.slots.cells
    cells[at + one] = source
    cells[at + two] = event
    cells[at + three] = isDelayed
  }

  addTransition(
    actor: AnyActor,
    event: AnyEventObject,
    transitions: readonly AnyTransitionDefinition[],
    to: unknown,
  ) {
    const at = this.add('transition', actor)
    const cells = this.slots.cells
    cells[at + one] = event
    // A list would be kept only for its one item, which the machine has anyway.
    cells[at + two] = transitions.length === 1 ? transitions[0] : transitions
    cells[at + three] = to
  }

  addEmitted(actor: AnyActor, event: AnyEventObject) {
    const at = this.add('emitted', actor)
    this.slots.cells[at + one] = event
  }

  addScheduled({ source, target, event, id, delay }: KeptTimer) {
    const at = this.add('scheduled', source)
    const cells = this.slots.cells
    cells[at + one] = target
    cells[at + two] = event
    cells[at + three] = id
    cells[at + four] = delay
  }

  addCancelled(actor: AnyActor, id: string) {
    const at = this.add('cancelled', actor)
    this.slots.cells[at + one] = id
  }

  addSnapshot(actor: AnyActor, event: AnyEventObject, snapshot: AnySnapshot) {
    const at = this.add('snapshot', actor)
    const cells = this.slots.cells
    const { status, historyValue } = snapshot
    cells[at + one] = event
    cells[at + two] = snapshot.context
    cells[at + three] = snapshot.value
    cells[at + four] = snapshot.children
    // XState's own object is several times as large as these.
    const isWhole = status !== 'active' || (historyValue !== undefined && !isEmpty(historyValue))
    cells[at + five] = isWhole ? snapshot : undefined
  }

  /** Returns the last entries; all without a number. */
  entries(count?: number) {
    return this.slots.map((cells, at) => entryAt(cells, at, this.began), count)
  }

  /** Returns the number of events that are not kept any more. */
  dropped() {
    return this.droppedEvents
  }

  private add(type: EntryType, actor: AnyActor) {
    const at = this.slots.add()
    const cells = this.slots.cells
    cells[at] = type
    cells[at + timeCell] = this.time
    cells[at + actorCell] = actor
    return at
  }

  /** Drops an event with all that it caused, so that the log begins with what no machine has done. */
  private dropFirst() {
    const { slots } = this
    const { cells } = slots
    do {
      const at = slots.first()
      const type = cells[at] as EntryType
      if (type === 'event') {
        this.events -= 1
        this.droppedEvents += 1
      } else if (type === 'snapshot' || type === 'started') applyTo(this.beginning, cells, at)
      slots.removeFirst()
    } while (!slots.isEmpty() && !isFromOutside(cells, slots.first()))
  }
}

const isEmpty = (object: object) => {
  for (const name in object) if (Object.hasOwn(object, name)) return false
  return true
}

/** True for an event that no machine has sent. Between two of them the system is mostly at rest. */
const isFromOutside = (cells: Cells, at: number) =>
  cells[at] === 'event' && (cells[at + one] === undefined || cells[at + three] === true)

/** Changes the state before the log to that after an entry. */
function applyTo(beginning: Beginning, cells: Cells, at: number) {
  const ref = cells[at + actorCell] as AnyActor
  if (cells[at] === 'started') {
    const started = cells[at + one] as KeptActor
    beginning.set(ref, { ...started, snapshot: { ...started.snapshot } })
    return
  }
  const whole = cells[at + five] as AnySnapshot | undefined
  const known = beginning.get(ref)
  if (whole && whole.status !== 'active') beginning.delete(ref)
  else if (known && whole) known.snapshot = keptSnapshotOf(whole)
  else if (known) {
    // Changed in its place, since this is done for each event.
    known.snapshot.context = cells[at + two]
    known.snapshot.value = cells[at + three]
    known.snapshot.children = cells[at + four] as KeptSnapshot['children']
  }
}

function entryAt(cells: Cells, row: number, began: number): KeptEntry {
  const cell = (at: number) => cells[row + at] as never
  const common = { at: began + (cell(timeCell) as number), actor: cell(actorCell) as AnyActor }
  const type = cells[row] as EntryType
  switch (type) {
    case 'started':
      return { ...common, type, started: cell(one) }
    case 'event':
      return { ...common, type, source: cell(one), event: cell(two), isDelayed: cell(three) }
    case 'transition': {
      const transitions = [cell(two)].flat() as AnyTransitionDefinition[]
      return { ...common, type, event: cell(one), transitions, to: cell(three) }
    }
    case 'emitted':
      return { ...common, type, event: cell(one) }
    case 'scheduled': {
      const [target, event, id, delay] = [cell(one), cell(two), cell(three), cell(four)]
      return { ...common, type, timer: { source: common.actor, target, event, id, delay } }
    }
    case 'cancelled':
      return { ...common, type, id: cell(one) }
    case 'snapshot':
      return { ...common, type, event: cell(one), snapshot: snapshotAt(cells, row) }
  }
}

const snapshotAt = (cells: Cells, at: number): KeptSnapshot => {
  const whole = cells[at + five] as AnySnapshot | undefined
  if (whole) return keptSnapshotOf(whole)
  const [context, value, children] = [cells[at + two], cells[at + three], cells[at + four]]
  return keptSnapshotOf({ status: 'active', context, value, children } as AnySnapshot)
}
