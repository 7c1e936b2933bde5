/** Makes a recording of what a log keeps. */
import type { Json } from '../model/chart-model.ts'
import type { EventLog } from './event-log.ts'
import type { Privacy } from './private-values.ts'
import { type Recording, recordingFormat, recordingVersion } from './recording.ts'
import { createTranslator, privateNamesOf } from './translate-log.ts'

/** Returns all that a log keeps, without any private value. */
export function recordingOf(
  log: EventLog,
  privacy: Privacy,
  about: Readonly<Record<string, Json>>,
): Recording {
  const kept = log.entries()
  const actors = [...log.beginning.actors.values()]
  const started = kept.flatMap((entry) => (entry.type === 'started' ? entry.actor : []))
  const names = privateNamesOf([...actors, ...started].map(({ ref }) => ref))
  const translator = createTranslator({
    ...privacy,
    names: [...(privacy.names ?? []), ...names],
  })
  for (const one of [...actors, ...log.beginning.timers, ...kept]) translator.learn(one)
  return {
    format: recordingFormat,
    version: recordingVersion,
    from: kept[0]?.at ?? Date.now(),
    about: { ...about },
    actors: actors.map(translator.actor),
    timers: log.beginning.timers.map(translator.timer),
    entries: kept.map(translator.entry),
    dropped: log.dropped(),
  }
}
