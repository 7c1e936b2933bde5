/** Turns what a log keeps into the entries of a recording. */
import type { AnyActor } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import { isEffective, transitionKey } from '../model/transition-key.ts'
import { Encoder } from './encode-value.ts'
import type { KeptActor, KeptEntry, KeptSnapshot, KeptTimer } from './event-log.ts'
import { createSecretFinder } from './find-secrets.ts'
import { type Privacy, Redaction } from './private-values.ts'
import type {
  EventEntry,
  RecordedActor,
  RecordedEntry,
  RecordedEvent,
  RecordedSnapshot,
  RecordedTimer,
} from './recording.ts'
import { isMachine } from '../model/is-machine.ts'

/** Translates actors and entries. What is private has to be known before: see `learn`. */
export class Translator {
  private readonly findSecrets: (value: unknown) => void
  private readonly encoder: Encoder
  private readonly redaction: Redaction
  /** The state value that each actor had last, from which its next transition starts. */
  private readonly values = new WeakMap<AnyActor, Json>()

  constructor(privacy: Privacy) {
    this.redaction = new Redaction(privacy)
    this.findSecrets = createSecretFinder(this.redaction)
    this.encoder = new Encoder(this.redaction)
  }

  actor = (kept: KeptActor): RecordedActor => {
    const { ref } = kept
    this.values.set(ref, (kept.snapshot.value ?? null) as Json)
    return {
      session: ref.sessionId,
      id: ref.id,
      systemId: ref.systemId ?? null,
      parent: ref._parent?.sessionId ?? null,
      machine: isMachine(ref.logic) ? ref.logic.id : null,
      src: typeof ref.src === 'string' ? ref.src : null,
      isChild: kept.isChild,
      isSynced: (ref.options as { syncSnapshot?: boolean }).syncSnapshot === true,
      input: this.encoder.encode(kept.input),
      snapshot: this.snapshot(kept.snapshot),
    }
  }

  /** Learns of a part of a log and translates it. */
  part({ actors, entries }: { actors: readonly KeptActor[]; entries: readonly KeptEntry[] }) {
    const started = entries.flatMap((entry) => (entry.type === 'started' ? entry.started : []))
    this.redaction.addNames(privateNamesOf([...actors, ...started].map(({ ref }) => ref)))
    for (const one of [...actors, ...entries]) this.learn(one)
    return { actors: actors.map(this.actor), entries: entries.map(this.entry) }
  }

  timer = ({ source, target, id, delay, event }: KeptTimer): RecordedTimer => ({
    source: source.sessionId,
    target: target.sessionId,
    id,
    event: this.event(event),
    delay,
  })

  entry = (kept: KeptEntry): RecordedEntry => {
    const { at } = kept
    const actor = kept.actor.sessionId
    switch (kept.type) {
      case 'started':
        return { type: 'started', at, actor: this.actor(kept.started) }
      case 'scheduled':
        return { type: 'scheduled', at, timer: this.timer(kept.timer) }
      case 'event': {
        const source = kept.source?.sessionId ?? null
        const event = this.event(kept.event)
        return { type: 'event', at, source, actor, event, cause: causeOf(kept) }
      }
      case 'transition':
        return { type: 'transition', at, actor, event: kept.event.type, ...this.change(kept) }
      case 'emitted':
        return { type: 'emitted', at, actor, event: this.event(kept.event) }
      case 'cancelled':
        return { type: 'cancelled', at, actor, id: kept.id }
      case 'snapshot': {
        const snapshot = this.snapshot(kept.snapshot)
        return { type: 'snapshot', at, actor, event: kept.event.type, snapshot }
      }
    }
  }

  /** Finds the private values of an actor or an entry, so that no text that is translated later contains them. */
  learn(kept: KeptActor | KeptEntry | KeptTimer) {
    if ('ref' in kept) this.learnActor(kept)
    else if (!('type' in kept)) this.findSecrets(kept.event)
    else if (kept.type === 'started') this.learnActor(kept.started)
    else if (kept.type === 'scheduled') this.findSecrets(kept.timer.event)
    else if (kept.type === 'snapshot') this.learnSnapshot(kept.snapshot)
    else if (kept.type === 'event' || kept.type === 'emitted') this.findSecrets(kept.event)
  }

  private learnActor(kept: KeptActor) {
    this.findSecrets(kept.input)
    this.learnSnapshot(kept.snapshot)
  }

  private learnSnapshot({ context, output, error }: KeptSnapshot) {
    for (const value of [context, output, error]) this.findSecrets(value)
  }

  private event(sent: { type: string }) {
    return this.encoder.encode(sent) as RecordedEvent
  }

  private change({ actor, transitions, ...kept }: Extract<KeptEntry, { type: 'transition' }>) {
    const from = this.values.get(actor) ?? null
    const to = (kept.to ?? null) as Json
    this.values.set(actor, to)
    return { keys: transitions.filter(isEffective).map(transitionKey), from, to }
  }

  private snapshot(kept: KeptSnapshot): RecordedSnapshot {
    const { status, value, context, history, children, output, error } = kept
    return {
      status,
      value: (value ?? null) as Json,
      context: context === undefined ? null : this.encoder.encode(context),
      history: historyOf(history),
      children: sessionsOf(children),
      output: status === 'active' ? null : this.encoder.encode(output),
      error: status === 'active' ? null : this.encoder.encode(error),
    }
  }
}

/** Returns the names that machines call private: `meta: { private: ['answer'] }` of the machine. */
export const privateNamesOf = (refs: Iterable<AnyActor>): string[] => [
  ...new Set(
    [...refs].flatMap(({ logic }) => {
      const meta: unknown = isMachine(logic) ? logic.root.meta : undefined
      const names: unknown = (meta as { private?: unknown } | undefined)?.private
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    }),
  ),
]

/** An actor tells its parent by itself that it has ended, or changed. Anything else that is no machine has decided to send. */
const causeOf = ({
  source,
  event,
  isDelayed,
}: Extract<KeptEntry, { type: 'event' }>): EventEntry['cause'] => {
  if (isDelayed) return 'delay'
  if (source === undefined) return 'outside'
  return isMachine(source.logic) || /^xstate\.(done|error|snapshot)\b/.test(event.type)
    ? 'actor'
    : 'effect'
}

const historyOf = (history: KeptSnapshot['history']) => {
  const remembered = Object.entries(history ?? {})
  return remembered.length === 0
    ? null
    : Object.fromEntries(remembered.map(([state, nodes]) => [state, nodes.map(({ id }) => id)]))
}

const sessionsOf = (children: KeptSnapshot['children']) =>
  Object.fromEntries(
    Object.entries(children ?? {}).flatMap(([id, ref]) => (ref ? [[id, ref.sessionId]] : [])),
  )
