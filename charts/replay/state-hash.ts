/** Sums up the state in which a system is: which actors run, and in which states they are. */
import { createHash } from 'node:crypto'
import type { RecordedActor, RecordedEntry, RecordedSnapshot } from '../record/recording.ts'
import { stableId } from './recorded-actors.ts'

/** Returns the state of each actor that runs after all entries, as lines of text. */
export function stateAfter(
  actors: readonly RecordedActor[],
  entries: readonly RecordedEntry[],
): string[] {
  const known = new Map(actors.map((actor) => [actor.session, actor]))
  const running = new Map<string, RecordedSnapshot>()
  for (const { session, snapshot } of actors) running.set(session, snapshot)
  for (const entry of entries)
    if (entry.type === 'started') {
      known.set(entry.actor.session, entry.actor)
      running.set(entry.actor.session, entry.actor.snapshot)
    } else if (entry.type === 'snapshot') {
      if (entry.snapshot.status === 'active') running.set(entry.actor, entry.snapshot)
      else running.delete(entry.actor)
    }
  const pathOf = (session: string | null): string => {
    const actor = session === null ? undefined : known.get(session)
    return actor ? `${pathOf(actor.parent)}/${actor.parent ? stableId(actor.id) : ''}` : ''
  }
  return [...running]
    .map(([session, { value }]) => `${pathOf(session)} ${JSON.stringify(value)}`)
    .toSorted()
}

export const stateHash = (state: readonly string[]) =>
  createHash('sha256').update(state.join('\n')).digest('hex').slice(0, 16)
