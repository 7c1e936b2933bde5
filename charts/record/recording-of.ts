/** Makes a recording of what a log keeps. */
import type { AnyActor } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import type { EventLog, KeptActor, KeptEntry, KeptTimer } from './event-log.ts'
import { scheduledEvents } from './kept-actors.ts'
import type { Privacy } from './private-values.ts'
import { type Recording, recordingFormat, recordingVersion } from './recording.ts'
import { Translator, privateNamesOf } from './translate-log.ts'

/** Returns all that a log keeps, without any private value. */
export function recordingOf(
  log: EventLog,
  privacy: Privacy,
  about: Readonly<Record<string, Json>>,
): Recording {
  const kept = log.entries()
  const actors = [...log.beginning.values()]
  const timers = timersBefore(kept, actors)
  const started = kept.flatMap((entry) => (entry.type === 'started' ? entry.started : []))
  const names = privateNamesOf([...actors, ...started].map(({ ref }) => ref))
  const translator = new Translator({
    ...privacy,
    names: [...(privacy.names ?? []), ...names],
  })
  for (const one of [...actors, ...timers, ...kept]) translator.learn(one)
  return {
    format: recordingFormat,
    version: recordingVersion,
    from: kept[0]?.at ?? Date.now(),
    about: { ...about },
    actors: actors.map(translator.actor),
    timers: timers.map(translator.timer),
    entries: kept.map(translator.entry),
    dropped: log.dropped(),
  }
}

/**
 * Returns the delayed events that were scheduled before the first entry: those that were sent later, and those that still
 * are to be sent. One that was cancelled has no effect.
 */
function timersBefore(entries: readonly KeptEntry[], [actor]: readonly KeptActor[]): KeptTimer[] {
  const scheduled = new Set<string>()
  const keyOf = (source: AnyActor, type: string) => `${source.sessionId} ${type}`
  const before: KeptTimer[] = []
  for (const entry of entries)
    if (entry.type === 'scheduled') scheduled.add(keyOf(entry.actor, entry.timer.event.type))
    else if (entry.type === 'event' && entry.isDelayed) {
      const { actor: target, source = target, event } = entry
      const key = keyOf(source, event.type)
      // The length of its delay is not known any more, and does not matter: its time has come.
      if (!scheduled.has(key)) before.push({ source, target, event, id: event.type, delay: 0 })
      scheduled.add(key)
    }
  const pending = actor ? scheduledEvents(actor.ref.system) : []
  return [
    ...before,
    ...pending.filter(({ source, event }) => !scheduled.has(keyOf(source, event.type))),
  ]
}
