/** Finds what was recorded of each actor. */
import type { Json } from '../model/chart-model.ts'
import type {
  RecordedActor,
  RecordedEntry,
  RecordedSnapshot,
  Recording,
} from '../record/recording.ts'

/** An id that XState has made is another one each time. */
export const stableId = (id: string) => (/^x:\d+$/.test(id) ? 'x' : id)

export const keyOf = (parent: string | null, id: string) =>
  `${parent ?? ''} ${parent ? stableId(id) : ''}`

/** An actor that has thrown an error, after a number of events; none of its snapshots says so. */
export interface Crash {
  after: number
  error: Json
}

export function indexActors({ actors, entries }: Recording) {
  const bySession = new Map<string, RecordedActor>()
  const byKey = new Map<string, RecordedActor[]>()
  const add = (actor: RecordedActor) => {
    bySession.set(actor.session, actor)
    const key = keyOf(actor.parent, actor.id)
    byKey.set(key, [...(byKey.get(key) ?? []), actor])
  }
  for (const actor of actors) add(actor)
  for (const entry of entries) if (entry.type === 'started') add(entry.actor)
  const snapshots = snapshotsIn(entries)
  const crashes = crashesIn(entries)
  return {
    get: (session: string | null) => (session === null ? undefined : bySession.get(session)),
    /** Returns the actors that a parent has had under an id, in the order in which they started. */
    startedAs: (parent: string | null, id: string) => byKey.get(keyOf(parent, id)) ?? [],
    /** Returns the snapshots of an actor after each of its events. */
    snapshotsOf: (session: string) => snapshots.get(session) ?? [],
    crashOf: (session: string) => crashes.get(session),
  }
}

export type RecordedActors = ReturnType<typeof indexActors>

const snapshotsIn = (entries: readonly RecordedEntry[]) => {
  const snapshots = new Map<string, RecordedSnapshot[]>()
  for (const entry of entries)
    if (entry.type === 'snapshot' && entry.event !== 'xstate.init')
      snapshots.set(entry.actor, [...(snapshots.get(entry.actor) ?? []), entry.snapshot])
  return snapshots
}

const crashesIn = (entries: readonly RecordedEntry[]) => {
  const crashes = new Map<string, Crash>()
  const counts = new Map<string, number>()
  // The snapshot of an actor that has failed in a regular way comes after its parent has heard of it.
  const said = new Set(
    entries.flatMap((entry) =>
      entry.type === 'snapshot' && entry.snapshot.status === 'error' ? entry.actor : [],
    ),
  )
  for (const entry of entries)
    if (entry.type === 'event') {
      const { source, actor, event } = entry
      counts.set(actor, (counts.get(actor) ?? 0) + 1)
      if (source && event.type.startsWith('xstate.error.actor.') && !said.has(source))
        crashes.set(source, { after: counts.get(source) ?? 0, error: event['error'] ?? null })
    }
  return crashes
}
