/** Gives the actors of a replay the sessions that they had in the recording. */
import type { RecordedActor, RecordedEntry } from '../record/recording.ts'

/** Returns an entry with other sessions, except in what an actor or an event holds. */
export function renameSessions(
  entry: RecordedEntry,
  rename: (session: string) => string,
): RecordedEntry {
  const renamed = (session: string | null) => (session === null ? null : rename(session))
  const ofActor = (actor: RecordedActor): RecordedActor => ({
    ...actor,
    session: rename(actor.session),
    parent: renamed(actor.parent),
  })
  switch (entry.type) {
    case 'started':
      return { ...entry, actor: ofActor(entry.actor) }
    case 'event':
      return { ...entry, actor: rename(entry.actor), source: renamed(entry.source) }
    case 'scheduled': {
      const { timer } = entry
      return {
        ...entry,
        timer: { ...timer, source: rename(timer.source), target: rename(timer.target) },
      }
    }
    default:
      return { ...entry, actor: rename(entry.actor) }
  }
}
