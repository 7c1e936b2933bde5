/** Tells followers of a recorder what is new. */
import type { AnyActor, Subscription } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import type { EventLog, KeptActor, KeptEntry, KeptSnapshot } from './event-log.ts'
import type { Privacy } from './private-values.ts'
import type { Recorded } from './recording.ts'
import { type LastValues, createTranslator, privateNamesOf } from './translate-log.ts'

type Follow = (recorded: Recorded) => void

/** Creates the followers of a log. As long as there are none, they cost nothing. */
export function createFollowers(log: EventLog, privacy: Privacy) {
  const followers = new Set<Follow>()
  let news: { actors: KeptActor[]; entries: KeptEntry[] } = { actors: [], entries: [] }
  let translator: ReturnType<typeof createFollowingTranslator> | null = null

  const plan = () => {
    if (news.actors.length + news.entries.length === 0) queueMicrotask(tell)
  }
  const tell = () => {
    const { actors, entries } = news
    news = { actors: [], entries: [] }
    if (followers.size === 0) return
    translator ??= createFollowingTranslator(log, privacy)
    const recorded = translator(actors, entries)
    for (const follow of followers) follow(recorded)
  }

  return {
    push: (entry: KeptEntry) => {
      if (followers.size === 0) return
      plan()
      news.entries.push(entry)
    },
    discover: (actor: KeptActor) => {
      if (followers.size === 0) return
      plan()
      news.actors.push(actor)
    },
    subscribe: (follow: Follow): Subscription => {
      // Another function each time, so that the same follower may subscribe twice.
      const called: Follow = (recorded) => follow(recorded)
      if (followers.size === 0) translator = createFollowingTranslator(log, privacy)
      followers.add(called)
      return { unsubscribe: () => followers.delete(called) }
    },
  }
}

/** Returns a function that translates news. It begins again, with all that it knows, when it learns of another private name. */
function createFollowingTranslator(log: EventLog, privacy: Privacy) {
  const refs = new Set<AnyActor>(log.beginning.actors.keys())
  for (const entry of log.entries()) if (entry.type === 'started') refs.add(entry.actor.ref)
  const values = lastValuesOf(log)
  let names: string[] = []
  let translator = begin()

  function begin() {
    names = privateNamesOf(refs)
    const own = [...(privacy.names ?? []), ...names]
    const begun = createTranslator({ ...privacy, names: own }, values)
    const { actors, timers } = log.beginning
    for (const one of [...actors.values(), ...timers, ...log.entries()]) begun.learn(one)
    return begun
  }

  return (actors: readonly KeptActor[], entries: readonly KeptEntry[]): Recorded => {
    const started = entries.flatMap((entry) => (entry.type === 'started' ? entry.actor : []))
    for (const { ref } of [...actors, ...started]) refs.add(ref)
    if (privateNamesOf(refs).length > names.length) translator = begin()
    for (const one of [...actors, ...entries]) translator.learn(one)
    return { actors: actors.map(translator.actor), entries: entries.map(translator.entry) }
  }
}

function lastValuesOf({ beginning, entries }: EventLog): LastValues {
  const values: LastValues = new WeakMap()
  const set = (ref: AnyActor, { value }: KeptSnapshot) => values.set(ref, (value ?? null) as Json)
  for (const { ref, snapshot } of beginning.actors.values()) set(ref, snapshot)
  for (const entry of entries()) {
    if (entry.type === 'started') set(entry.actor.ref, entry.actor.snapshot)
    if (entry.type === 'snapshot') set(entry.actor, entry.snapshot)
  }
  return values
}
