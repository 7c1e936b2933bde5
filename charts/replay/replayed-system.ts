/** Runs the machines of a recording, with what was recorded of their effects in the place of these. */
import { type AnyActor, type AnyActorRef, type InspectionEvent, createActor } from 'xstate'
import type { RecordedActor, RecordedTimer } from '../record/recording.ts'
import { type ReviveError, createDecoder, fillMissing } from './decode-value.ts'
import { createManualClock } from './manual-clock.ts'
import type { RecordedActors } from './recorded-actors.ts'
import { type ReplayedMachines, anyEffect, createChoice, setLogic } from './replayed-logic.ts'

export interface ReplayOptions extends ReplayedMachines {
  reviveError?: ReviveError
}

/** Creates the system of a replay, in which nothing runs yet. `inspect` is told what happens in it. */
export function createReplayedSystem(
  actors: RecordedActors,
  { reviveError = () => undefined, ...machines }: ReplayOptions,
  inspect: (event: InspectionEvent) => void,
) {
  const choice = createChoice(actors, machines)
  const sessions = createSessions(actors)
  const { clock, use, fire } = createManualClock()
  const decode = createDecoder({
    actorOf: sessions.refOf,
    logicOf: (id) => (id === null ? undefined : choice.machineNamed(id)) ?? anyEffect,
    reviveError,
  })

  const observe = (event: InspectionEvent) => {
    const ref = event.actorRef as AnyActor
    if (event.type === '@xstate.actor')
      setLogic(ref, choice.logicOf(ref.logic, sessions.bind(ref), decode))
    if (event.type === '@xstate.event' && event.event.type === 'xstate.init') sessions.start(ref)
    inspect(event)
  }
  /** Creates an actor that no other one of the system starts: the root, or one that was added by others. */
  const create = ({ parent, id, systemId, input }: RecordedActor, snapshot?: object) => {
    const parentRef = parent === null ? undefined : sessions.refOf(parent)
    const options = {
      ...(parentRef ? { parent: parentRef } : { inspect: observe, clock }),
      ...(/^x:\d+$/.test(id) ? {} : { id }),
      ...(systemId === null ? {} : { systemId }),
      ...(snapshot ? { snapshot } : { input: decode(input) }),
    }
    const ref = createActor(anyEffect, options as object)
    if (!parentRef) {
      use(ref.system)
      // An error that ends the root is a step like any other, and nothing for the console.
      ref.subscribe({ error: () => {} })
    }
    return ref
  }
  const restoredSnapshot = (actor: RecordedActor) =>
    persistedOf(actor, { actors, decode, isRun: choice.isRun, remember: sessions.remember })

  return {
    ...sessions,
    ...choice,
    decode,
    fire,
    start: (actor: RecordedActor) => create(actor).start(),
    /** Starts the actors that were running when the recording began, as they were then. */
    restore: (running: readonly RecordedActor[], timers: readonly RecordedTimer[]) => {
      const snapshots = new Map(
        running.filter(({ isChild }) => !isChild).map((actor) => [actor, restoredSnapshot(actor)]),
      )
      const refs = [...snapshots].map(([actor, snapshot]) => create(actor, snapshot))
      for (const snapshot of snapshots.values()) fillMissing(snapshot, sessions.refOf)
      for (const ref of refs) ref.start()
      for (const { source, target, event, delay, id } of timers) {
        const [from, to] = [sessions.refOf(source), sessions.refOf(target)]
        const sent = decode(event) as { type: string }
        if (from && to) from.system.scheduler.schedule(from, to, sent, delay, id)
      }
    },
  }
}

export type ReplayedSystem = ReturnType<typeof createReplayedSystem>

/** Remembers which actor of the replay is which of the recording. */
function createSessions(actors: RecordedActors) {
  const refs = new Map<string, AnyActor>()
  const sessions = new Map<AnyActorRef, string>()
  const recorded = new Map<string, string>()
  const starts = new Map<RecordedActor[], number>()
  const persisted = new WeakMap<object, RecordedActor>()

  const expected = (ref: AnyActor) => {
    const { snapshot } = ref.options as { snapshot?: object }
    const restored = snapshot && persisted.get(snapshot)
    if (restored) return restored
    const parent = ref._parent ? sessions.get(ref._parent) : null
    if (parent === undefined) return undefined
    const list = actors.startedAs(parent, ref.id)
    return list[starts.get(list) ?? 0]
  }
  return {
    refOf: (session: string) => refs.get(session),
    /** Returns the session in the recording for that in the replay; the same if the actor was not recorded. */
    recordedSession: (session: string) => recorded.get(session) ?? session,
    /** Notes that the recorded actor with this snapshot is restored from it. */
    remember: (snapshot: object, actor: RecordedActor) => persisted.set(snapshot, actor),
    /** Returns the recorded actor that one is which is being created. */
    bind: (ref: AnyActor) => {
      const actor = expected(ref)
      if (!actor) return undefined
      refs.set(actor.session, ref)
      recorded.set(ref.sessionId, actor.session)
      sessions.set(ref, actor.session)
      return actor
    },
    /** Notes that an actor was started: the next one of its id is another one. */
    start: (ref: AnyActor) => {
      const actor = actors.get(sessions.get(ref) ?? null)
      if (!actor) return
      const list = actors.startedAs(actor.parent, actor.id)
      starts.set(list, list.indexOf(actor) + 1)
    },
  }
}

interface Restoring {
  actors: RecordedActors
  decode: (value: RecordedActor['input']) => unknown
  isRun: (actor: RecordedActor) => boolean
  remember: (snapshot: object, actor: RecordedActor) => void
}

/** Returns the snapshot from which XState restores an actor with its children. */
function persistedOf(actor: RecordedActor, restoring: Restoring): object {
  const { actors, decode, isRun, remember } = restoring
  const { status, value, context, history, children, output, error } = actor.snapshot
  const own = {
    status,
    context: decode(context),
    output: decode(output),
    error: decode(error),
    input: decode(actor.input),
  }
  const snapshot = isRun(actor)
    ? {
        ...own,
        value,
        historyValue: Object.fromEntries(
          Object.entries(history ?? {}).map(([state, ids]) => [state, ids.map((id) => ({ id }))]),
        ),
        children: Object.fromEntries(
          Object.entries(children).flatMap(([id, session]) => {
            const child = actors.get(session)
            if (!child) return []
            const { systemId, isSynced } = child
            const options = { systemId: systemId ?? undefined, syncSnapshot: isSynced }
            return [[id, { src: anyEffect, snapshot: persistedOf(child, restoring), ...options }]]
          }),
        ),
      }
    : own
  remember(snapshot, actor)
  return snapshot
}
