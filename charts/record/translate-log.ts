/** Turns what a log keeps into the entries of a recording. */
import type { AnyActor } from 'xstate'
import type { Json } from '../model/chart-model.ts'
import { isEffective, transitionKey } from '../model/transition-key.ts'
import { createEncoder } from './encode-value.ts'
import type { KeptActor, KeptEntry, KeptSnapshot, KeptTimer } from './event-log.ts'
import { createSecretFinder } from './find-secrets.ts'
import { type Privacy, createRedaction } from './private-values.ts'
import type {
  EventEntry,
  RecordedActor,
  RecordedEntry,
  RecordedEvent,
  RecordedSnapshot,
  RecordedTimer,
} from './recording.ts'
import { isMachine } from './value-kinds.ts'

/** The state value that each actor had last, from which its next transition starts. */
export type LastValues = WeakMap<AnyActor, Json>

/** Returns functions that translate actors and entries. What is private has to be known before: see `learn`. */
export function createTranslator(privacy: Privacy, values: LastValues = new WeakMap()) {
  const redaction = createRedaction(privacy)
  const findSecrets = createSecretFinder(redaction)
  const encode = createEncoder(redaction)

  const event = (sent: { type: string }) => encode(sent) as RecordedEvent
  const snapshot = (kept: KeptSnapshot): RecordedSnapshot => ({
    status: kept.status,
    value: (kept.value ?? null) as Json,
    context: kept.context === undefined ? null : encode(kept.context),
    history: historyOf(kept.history),
    children: sessionsOf(kept.children),
    output: kept.status === 'active' ? null : encode(kept.output),
    error: kept.status === 'active' ? null : encode(kept.error),
  })
  const timer = ({ source, target, id, delay, ...kept }: KeptTimer): RecordedTimer => ({
    source: source.sessionId,
    target: target.sessionId,
    id,
    event: event(kept.event),
    delay,
  })
  const actor = (kept: KeptActor): RecordedActor => {
    const { ref } = kept
    values.set(ref, (kept.snapshot.value ?? null) as Json)
    return {
      session: ref.sessionId,
      id: ref.id,
      systemId: ref.systemId ?? null,
      parent: ref._parent?.sessionId ?? null,
      machine: isMachine(ref.logic) ? ref.logic.id : null,
      src: typeof ref.src === 'string' ? ref.src : null,
      isChild: kept.isChild,
      isSynced: (ref.options as { syncSnapshot?: boolean }).syncSnapshot === true,
      input: encode(kept.input),
      snapshot: snapshot(kept.snapshot),
    }
  }
  const entry = (kept: KeptEntry): RecordedEntry => {
    const { at } = kept
    switch (kept.type) {
      case 'started':
        return { type: 'started', at, actor: actor(kept.started) }
      case 'scheduled':
        return { type: 'scheduled', at, timer: timer(kept.timer) }
      case 'event': {
        const { source } = kept
        const sent = event(kept.event)
        const target = kept.actor.sessionId
        return {
          type: 'event',
          at,
          source: source?.sessionId ?? null,
          actor: target,
          event: sent,
          cause: causeOf(kept),
        }
      }
      case 'transition': {
        const [from, to] = [values.get(kept.actor) ?? null, (kept.to ?? null) as Json]
        values.set(kept.actor, to)
        const keys = kept.transitions.filter(isEffective).map(transitionKey)
        return {
          type: 'transition',
          at,
          actor: kept.actor.sessionId,
          event: kept.event.type,
          keys,
          from,
          to,
        }
      }
      case 'emitted':
        return { type: 'emitted', at, actor: kept.actor.sessionId, event: event(kept.event) }
      case 'cancelled':
        return { type: 'cancelled', at, actor: kept.actor.sessionId, id: kept.id }
      case 'snapshot':
        return {
          type: 'snapshot',
          at,
          actor: kept.actor.sessionId,
          event: kept.event.type,
          snapshot: snapshot(kept.snapshot),
        }
    }
  }

  return {
    actor,
    timer,
    entry,
    /** Finds the private values of an actor or an entry, so that no text that is translated later contains them. */
    learn: (kept: KeptActor | KeptEntry | KeptTimer) => {
      if ('ref' in kept) learnActor(kept)
      else if (!('type' in kept)) findSecrets(kept.event)
      else if (kept.type === 'started') learnActor(kept.started)
      else if (kept.type === 'scheduled') findSecrets(kept.timer.event)
      else if (kept.type === 'snapshot') learnSnapshot(kept.snapshot)
      else if (kept.type === 'event' || kept.type === 'emitted') findSecrets(kept.event)
    },
  }

  function learnActor(kept: KeptActor) {
    findSecrets(kept.input)
    learnSnapshot(kept.snapshot)
  }
  function learnSnapshot({ context, output, error }: KeptSnapshot) {
    for (const value of [context, output, error]) findSecrets(value)
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
