/** Checks that what a file says is a recording, piece by piece, before anything works with it. */
import type { Json } from '../model/chart-model.ts'
import type { RecordedActor, RecordedEntry, RecordedTimer, Recording } from './recording.ts'

/** The deepest state of a machine. */
const stateDepth = 30
/** The most actors above an actor. */
const parentLimit = 100
/** The depth of an actor that is known only as the parent of another. */
const unknown = -1

type Check = (value: unknown) => boolean
type Checks = Readonly<Record<string, Check>>

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isFlag: Check = (value) => typeof value === 'boolean'
const isAny: Check = (value) => value !== undefined
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const isOneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value)
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)
const has =
  (checks: Checks): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(checks).every(
      ([name, check]) => Object.hasOwn(value, name) && check(Reflect.get(value, name)),
    )

const isStateValue = (value: unknown, depth = 0): boolean =>
  isText(value) ||
  (depth < stateDepth &&
    isObject(value) &&
    Object.values(value).every((inner) => isStateValue(inner, depth + 1)))

const isSnapshot = has({
  status: isOneOf('active', 'done', 'error', 'stopped'),
  value: isAny,
  context: isAny,
  history: orNull(isRecordOf(isListOf(isText))),
  children: isRecordOf(isText),
  output: isAny,
  error: isAny,
})

const isActorShape = has({
  session: isText,
  id: isText,
  systemId: orNull(isText),
  parent: orNull(isText),
  machine: orNull(isText),
  src: orNull(isText),
  isChild: isFlag,
  isSynced: isFlag,
  input: isAny,
  snapshot: isSnapshot,
})

const isEvent = has({ type: isText })
const isTimer = has({ source: isText, target: isText, id: isText, event: isEvent, delay: isNumber })

const entries: Readonly<Record<string, Check>> = {
  started: has({ at: isNumber, actor: isActorShape }),
  event: has({
    ...{ at: isNumber, actor: isText, source: orNull(isText), event: isEvent },
    cause: isOneOf('outside', 'actor', 'effect', 'delay'),
  }),
  transition: has({
    ...{ at: isNumber, actor: isText, event: isText, keys: isListOf(isText) },
    ...{ from: isAny, to: isAny },
  }),
  emitted: has({ at: isNumber, actor: isText, event: isEvent }),
  scheduled: has({ at: isNumber, timer: isTimer }),
  cancelled: has({ at: isNumber, actor: isText, id: isText }),
  snapshot: has({ at: isNumber, actor: isText, event: isText, snapshot: isSnapshot }),
}

const isEntry: Check = (value) => {
  if (!isObject(value) || !('type' in value)) return false
  const { type } = value
  return typeof type === 'string' && Object.hasOwn(entries, type) && entries[type]!(value)
}

/** The parts of a recording that are checked. */
export interface CheckedParts {
  actors: RecordedActor[]
  timers: RecordedTimer[]
  entries: RecordedEntry[]
}

/** Returns the parts of a recording. Throws with a sentence for people if there is anything else in them. */
export function checkedParts(parts: Readonly<Record<keyof CheckedParts, Json>>): CheckedParts {
  const refuse = (what: string) => {
    throw new Error(`This file is no recording: ${what}.`)
  }
  if (!isListOf(isActorShape)(parts.actors)) refuse('its actors are not as they should be')
  if (!isListOf(isTimer)(parts.timers)) refuse('its delays are not as they should be')
  if (!Array.isArray(parts.entries)) refuse('it has no entries')
  const checked = parts as unknown as CheckedParts
  const wrong = checked.entries.findIndex((entry) => !isEntry(entry))
  if (wrong >= 0) refuse(`its entry ${wrong + 1} is not as it should be`)
  requireStates(checked, refuse)
  return checked
}

/** Refuses machines in no state, and actors whose parents come after them or are too many. */
function requireStates({ actors, entries: all }: CheckedParts, refuse: (what: string) => void) {
  const machines = new Set<string>()
  const depths = new Map<string | null, number>()
  const learn = ({ session, parent, machine, snapshot }: RecordedActor) => {
    if (session === parent || depths.get(session) === unknown)
      refuse('an actor comes before its parent')
    if (parent !== null && !depths.has(parent)) depths.set(parent, unknown)
    const depth = Math.max(depths.get(parent) ?? 0, 0) + 1
    if (depth > parentLimit) refuse('an actor has too many parents')
    depths.set(session, depth)
    if (machine !== null) machines.add(session)
    if (machine !== null && !isStateValue(snapshot.value)) refuse('a machine is in no state')
  }
  for (const actor of actors) learn(actor)
  for (const entry of all) {
    if (entry.type === 'started') learn(entry.actor)
    const isInState = entry.type !== 'snapshot' || !machines.has(entry.actor)
    if (!isInState && !isStateValue(entry.snapshot.value)) refuse('a machine is in no state')
  }
}

/** True for the facts about a recording, which have names. */
export const areFacts = (value: unknown): value is Recording['about'] => isRecordOf(isAny)(value)
export const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0
