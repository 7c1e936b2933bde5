/** Compares a step of a replay with the recorded one. */
import type { Json } from '../model/chart-model.ts'
import type { RecordedEntry } from '../record/recording.ts'
import { stableId } from './recorded-actors.ts'

/** Returns a step in words, without what differs from one run to the next: times, contexts and texts. */
export function stepText(entry: RecordedEntry, nameOf: (session: string) => string): string {
  switch (entry.type) {
    case 'started':
      return `${nameOf(entry.actor.session)} starts in ${valueText(entry.actor.snapshot.value)}`
    case 'event':
      return `${entry.source === null ? 'outside' : nameOf(entry.source)} sends ${typeText(entry.event.type)} to ${nameOf(entry.actor)}`
    case 'transition':
      return `${nameOf(entry.actor)} goes to ${valueText(entry.to)} by ${entry.keys.join(', ')}`
    case 'emitted':
      return `${nameOf(entry.actor)} emits ${entry.event.type}`
    case 'scheduled':
      return `${nameOf(entry.timer.source)} delays ${typeText(entry.timer.event.type)}`
    case 'cancelled':
      return `${nameOf(entry.actor)} cancels ${typeText(entry.id)}`
    case 'snapshot': {
      const { status, value, children } = entry.snapshot
      const ids = Object.keys(children).map(stableId).toSorted()
      return `${nameOf(entry.actor)} is ${status} in ${valueText(value)}${ids.length > 0 ? ` with ${ids.join(', ')}` : ''}`
    }
  }
}

/** Returns the type of an event without the id of an actor that it may end with, which is another one in each run. */
export const typeText = (type: string) => type.replace(/\bx:\d+$/, 'x')

const valueText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))
