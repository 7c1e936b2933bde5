/** The events that a machine understands in the state that it is in. */
import { type ChartModel, transitionsOf } from '../model/chart-model.ts'
import type { LiveState } from './readiness.ts'
import type { WatchedStep } from './watched.ts'

/** Returns the types of the events that people and other actors may send, in the order of the chart. */
export const understoodEvents = (chart: Pick<ChartModel, 'root'>, { readiness }: LiveState) => [
  ...new Set(
    transitionsOf(chart).flatMap(({ key, trigger }) => {
      const known = readiness.get(key)
      const isSent = trigger.type === 'event' && !/\*$|^xstate\./.test(trigger.name)
      return isSent && (known === 'open' || known === 'depends') ? trigger.name : []
    }),
  ),
]

/** Returns the last event of a type that an actor of the machine has received; undefined if there is none. */
export const lastEventOf = (steps: readonly WatchedStep[], machine: string, type: string) =>
  steps.findLast(({ event, snapshot }) => event.type === type && snapshot.machine.id === machine)
    ?.event

/** The longest text of an event, and the most that it has inside it. */
const textLimit = 100_000

type ReadEvent = { event: { type: string } } | { refusal: string }

/** Reads an event that somebody has written as JSON. */
export function readEvent(text: string, type: string): ReadEvent {
  if (text.length > textLimit) return { refusal: 'This event is too long.' }
  if (/"\$type"\s*:/.test(text))
    return { refusal: 'A value with "$type" stands for one that JSON does not have. Replace it.' }
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { refusal: 'An event is written as JSON: { "type": "…" }' }
  if (!('type' in value) || value.type !== type)
    return { refusal: `The type of this event is "${type}".` }
  return { event: value as { type: string } }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
