/** Translates what is recorded of a system for Stately's inspector. */
import type { StatelyInspectionEvent } from '@statelyai/inspect'
import type { Snapshot } from 'xstate'
import type { RecordedActor, RecordedEntry, RecordedSnapshot } from '../record/recording.ts'
import type { RecordedPart } from './recorded-steps.ts'

/** The version of that package, whose events say by which they were made. */
const version = '0.7.2'

export interface StatelyEventOptions {
  /** The session of the root actor. */
  rootId: string
  /** Returns the configuration of a machine as JSON; undefined where it is not known. */
  definitionOf: (machine: string) => string | undefined
  /** The time for the actors that were running before, in milliseconds since 1970. */
  now?: number
}

/**
 * Returns the events of a part of a recording in their order, each actor before what it received. A recording has no private
 * values, and so these have none.
 */
export const statelyEventsOf = (
  { actors, entries }: RecordedPart,
  options: StatelyEventOptions,
): StatelyInspectionEvent[] => [
  ...actors.map((actor) => actorEvent(actor, options.now ?? Date.now(), options)),
  ...entries.flatMap((entry) => eventOf(entry, options) ?? []),
]

/** Returns the machines of the actors of a part, each once. */
export const machinesOf = ({ actors, entries }: RecordedPart): string[] => {
  const started = entries.flatMap((entry) => (entry.type === 'started' ? [entry.actor] : []))
  return [...new Set([...actors, ...started].flatMap(({ machine }) => machine ?? []))]
}

/** Returns null for what the inspector has no event for, as for a transition: it finds that in the definition. */
const eventOf = (
  entry: RecordedEntry,
  options: StatelyEventOptions,
): StatelyInspectionEvent | null => {
  switch (entry.type) {
    case 'started':
      return actorEvent(entry.actor, entry.at, options)
    case 'event':
      return {
        ...common(entry.actor, entry.at, options),
        type: '@xstate.event',
        sourceId: entry.source ?? undefined,
        event: entry.event,
      }
    case 'snapshot':
      return {
        ...common(entry.actor, entry.at, options),
        type: '@xstate.snapshot',
        event: { type: entry.event },
        snapshot: snapshotOf(entry.snapshot),
      }
    default:
      return null
  }
}

const actorEvent = (
  { session, id, parent, machine, snapshot }: RecordedActor,
  at: number,
  options: StatelyEventOptions,
): StatelyInspectionEvent => ({
  ...common(session, at, options),
  type: '@xstate.actor',
  name: id,
  parentId: parent ?? undefined,
  definition: (machine !== null && options.definitionOf(machine)) || JSON.stringify({ id }),
  snapshot: snapshotOf(snapshot),
})

const common = (sessionId: string, at: number, { rootId }: StatelyEventOptions) => ({
  sessionId,
  rootId,
  createdAt: String(at),
  id: '',
  _version: version,
})

/** Returns what the inspector shows of a snapshot. What its type has besides are functions, which it does not call. */
const snapshotOf = ({ status, value, context, output, error }: RecordedSnapshot) => {
  const shown: object = { status, value, context, output, error }
  return shown as Snapshot<unknown>
}
