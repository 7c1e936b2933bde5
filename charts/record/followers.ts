/** Tells followers of a recorder what is new. */
import type { AnyActor, Subscription } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import type { EventLog, KeptActor, KeptEntry, KeptSnapshot } from './event-log.ts'
import type { Privacy } from './private-values.ts'
import type { Recorded } from './recording.ts'
import { type LastValues, Translator, privateNamesOf } from './translate-log.ts'

type Follow = (recorded: Recorded) => void

/** Creates the followers of a log. As long as there are none, they cost nothing. */
export function createFollowers(log: EventLog, privacy: Privacy) {
  const followers = new Set<Follow>()
  let discovered: KeptActor[] = []
  let added = 0
  let translate: ReturnType<typeof createFollowingTranslator> | null = null

  const tell = () => {
    const news = [discovered, log.entries(added)] as const
    discovered = []
    added = 0
    if (!translate) return
    const recorded = translate(...news)
    for (const follow of followers) follow(recorded)
  }
  return {
    /** Learns that there is one more entry, or one more actor. */
    notice: (actor?: KeptActor) => {
      if (followers.size === 0) return
      if (added === 0 && discovered.length === 0) queueMicrotask(tell)
      if (actor) discovered.push(actor)
      else added += 1
    },
    subscribe: (follow: Follow): Subscription => {
      // Another function each time, so that the same follower may subscribe twice.
      const called: Follow = (recorded) => follow(recorded)
      // All that was missed while nobody followed is learned anew.
      if (followers.size === 0) translate = createFollowingTranslator(log, privacy)
      followers.add(called)
      return { unsubscribe: () => followers.delete(called) }
    },
  }
}

/** Returns a function that translates news. It begins again, with all that it knows, when it learns of another private name. */
function createFollowingTranslator(log: EventLog, privacy: Privacy) {
  const refs = new Set<AnyActor>(log.beginning.keys())
  for (const entry of log.entries()) if (entry.type === 'started') refs.add(entry.actor)
  const values = lastValuesOf(log)
  let names: string[] = []
  let translator = begin()

  function begin() {
    names = privateNamesOf(refs)
    const own = [...(privacy.names ?? []), ...names]
    const begun = new Translator({ ...privacy, names: own }, values)
    for (const one of [...log.beginning.values(), ...log.entries()]) begun.learn(one)
    return begun
  }

  return (actors: readonly KeptActor[], entries: readonly KeptEntry[]): Recorded => {
    const started = entries.flatMap((entry) => (entry.type === 'started' ? entry.started : []))
    for (const { ref } of [...actors, ...started]) refs.add(ref)
    if (privateNamesOf(refs).length > names.length) translator = begin()
    for (const one of [...actors, ...entries]) translator.learn(one)
    return { actors: actors.map(translator.actor), entries: entries.map(translator.entry) }
  }
}

function lastValuesOf(log: EventLog): LastValues {
  const values: LastValues = new WeakMap()
  const set = (ref: AnyActor, { value }: KeptSnapshot) => values.set(ref, (value ?? null) as Json)
  for (const { ref, snapshot } of log.beginning.values()) set(ref, snapshot)
  for (const entry of log.entries()) {
    if (entry.type === 'started') set(entry.actor, entry.started.snapshot)
    if (entry.type === 'snapshot') set(entry.actor, entry.snapshot)
  }
  return values
}
