/** Finds what was recorded of each actor. */
import type { RecordedActor, RecordedSnapshot, Recording } from '../record/recording.ts'

/** An id that XState has made is another one each time. */
export const stableId = (id: string) => (/^x:\d+$/.test(id) ? 'x' : id)

export const keyOf = (parent: string | null, id: string) =>
  `${parent ?? ''} ${parent ? stableId(id) : ''}`

export function indexActors({ actors, entries }: Recording) {
  const bySession = new Map<string, RecordedActor>()
  const byKey = new Map<string, RecordedActor[]>()
  const snapshots = new Map<string, RecordedSnapshot[]>()
  const add = (actor: RecordedActor) => {
    bySession.set(actor.session, actor)
    const key = keyOf(actor.parent, actor.id)
    byKey.set(key, [...(byKey.get(key) ?? []), actor])
  }
  for (const actor of actors) add(actor)
  for (const entry of entries)
    if (entry.type === 'started') add(entry.actor)
    else if (entry.type === 'snapshot' && entry.event !== 'xstate.init')
      snapshots.set(entry.actor, [...(snapshots.get(entry.actor) ?? []), entry.snapshot])
  return {
    get: (session: string | null) => (session === null ? undefined : bySession.get(session)),
    /** Returns the actors that a parent has had under an id, in the order in which they started. */
    startedAs: (parent: string | null, id: string) => byKey.get(keyOf(parent, id)) ?? [],
    /** Returns the snapshots of an actor after each of its events. */
    snapshotsOf: (session: string) => snapshots.get(session) ?? [],
  }
}

export type RecordedActors = ReturnType<typeof indexActors>
