/** Runs the machines of a recording, with what was recorded of their effects in the place of these. */
import { type AnyActor, type AnyActorRef, type InspectionEvent, createActor } from 'xstate'
import type { RecordedActor, RecordedTimer } from '../record/recording.ts'
import { type Decode, Decoder, type ReviveError, fillMissing } from './decode-value.ts'
import { ManualClock } from './manual-clock.ts'
import { type RecordedActors, keyOf, stableId } from './recorded-actors.ts'
import { type ReplayedMachines, anyEffect, createChoice, setLogic } from './replayed-logic.ts'

export interface ReplayOptions extends ReplayedMachines {
  reviveError?: ReviveError
}

/** The system of a replay, in which nothing runs at first. */
export class ReplayedSystem {
  readonly decode: Decode
  readonly sessions: Sessions
  private readonly choice: ReturnType<typeof createChoice>
  private readonly actors: RecordedActors
  private readonly clock = new ManualClock()
  private readonly inspect: (event: InspectionEvent) => void

  /** `inspect` is told what happens in it. */
  constructor(
    actors: RecordedActors,
    { reviveError = () => undefined, ...machines }: ReplayOptions,
    inspect: (event: InspectionEvent) => void,
  ) {
    this.actors = actors
    this.choice = createChoice(actors, machines)
    this.sessions = new Sessions(actors)
    this.inspect = inspect
    this.decode = new Decoder({
      actorOf: this.sessions.refOf,
      logicOf: (id) => (id === null ? undefined : this.choice.machineNamed(id)) ?? anyEffect,
      reviveError,
    }).decode
  }

  /** True for an actor whose machine is run. */
  isRun(actor: RecordedActor | undefined) {
    return this.choice.isRun(actor)
  }

  /** True for an actor that does by itself what was recorded. */
  actsAlone(actor: RecordedActor | undefined) {
    return this.choice.actsAlone(actor)
  }

  /** Sends a delayed event now. Returns false if it is not scheduled. */
  fire(source: AnyActor | undefined, target: AnyActor, type: string) {
    return this.clock.fire(source, target, type)
  }

  /** Starts an actor that no other one of the system starts. */
  start(actor: RecordedActor) {
    this.create(actor).start()
  }

  /** Starts the actors that were running when the recording began, as they were then. */
  restore(running: readonly RecordedActor[], timers: readonly RecordedTimer[]) {
    const added = running.filter(({ isChild }) => !isChild)
    const snapshots = added.map((actor) => this.persisted(actor))
    const refs = added.map((actor, at) => this.create(actor, snapshots[at]))
    for (const snapshot of snapshots) fillMissing(snapshot, this.sessions.refOf)
    for (const ref of refs) ref.start()
    for (const { source, target, event, delay, id } of timers) {
      const [from, to] = [this.sessions.refOf(source), this.sessions.refOf(target)]
      const sent = this.decode(event) as { type: string }
      if (from && to) from.system.scheduler.schedule(from, to, sent, delay, id)
    }
  }

  private observe = (event: InspectionEvent) => {
    const ref = event.actorRef as AnyActor
    if (event.type === '@xstate.actor')
      setLogic(ref, this.choice.logicOf(ref.logic, this.sessions.bind(ref), this.decode))
    if (event.type === '@xstate.event' && event.event.type === 'xstate.init')
      this.sessions.start(ref)
    this.inspect(event)
  }

  private create({ parent, id, systemId, input }: RecordedActor, snapshot?: object) {
    const parentRef = parent === null ? undefined : this.sessions.refOf(parent)
    const { clock } = this.clock
    const ref = createActor(anyEffect, {
      ...(parentRef ? { parent: parentRef } : { inspect: this.observe, clock }),
      ...(stableId(id) === id ? { id } : {}),
      ...(systemId === null ? {} : { systemId }),
      ...(snapshot ? { snapshot } : { input: this.decode(input) }),
    } as object)
    if (parentRef) return ref
    this.clock.setSystem(ref.system)
    // An error that ends the root is a step like any other, and nothing for the console.
    ref.subscribe({ error: () => {} })
    return ref
  }

  /** Returns the snapshot from which XState restores an actor with its children. */
  private persisted(actor: RecordedActor): object {
    const { status, value, context, history, output, error } = actor.snapshot
    const [decodedContext, input] = [this.decode(context), this.decode(actor.input)]
    const ended = { output: this.decode(output), error: this.decode(error) }
    const own = { status, context: decodedContext, input, ...ended }
    const historyValue = Object.fromEntries(
      Object.entries(history ?? {}).map(([state, ids]) => [state, ids.map((id) => ({ id }))]),
    )
    const snapshot = this.isRun(actor)
      ? { ...own, value, historyValue, children: this.persistedChildren(actor) }
      : own
    this.sessions.remember(snapshot, actor)
    return snapshot
  }

  private persistedChildren({ snapshot: { children } }: RecordedActor) {
    return Object.fromEntries(
      Object.entries(children).flatMap(([id, session]) => {
        const child = this.actors.get(session)
        if (!child) return []
        const { systemId, isSynced: syncSnapshot } = child
        const snapshot = this.persisted(child)
        return [[id, { src: anyEffect, snapshot, syncSnapshot, systemId: systemId ?? undefined }]]
      }),
    )
  }
}

/** Remembers which actor of the replay is which of the recording. */
class Sessions {
  private readonly actors: RecordedActors
  private readonly refs = new Map<string, AnyActor>()
  private readonly sessions = new Map<AnyActorRef, string>()
  private readonly recorded = new Map<string, string>()
  private readonly starts = new Map<string, number>()
  private readonly snapshots = new WeakMap<object, RecordedActor>()

  constructor(actors: RecordedActors) {
    this.actors = actors
  }

  refOf = (session: string) => this.refs.get(session)

  /** Returns the session in the recording for that in the replay; the same if the actor was not recorded. */
  recordedSession = (session: string) => this.recorded.get(session) ?? session

  /** Notes that the recorded actor with this snapshot is restored from it. */
  remember(snapshot: object, actor: RecordedActor) {
    this.snapshots.set(snapshot, actor)
  }

  /** Returns the recorded actor that one is which is being created. */
  bind(ref: AnyActor) {
    const actor = this.expected(ref)
    if (!actor) return undefined
    this.refs.set(actor.session, ref)
    this.recorded.set(ref.sessionId, actor.session)
    this.sessions.set(ref, actor.session)
    return actor
  }

  /** Notes that an actor was started: the next one of its id is another one. */
  start(ref: AnyActor) {
    const actor = this.actors.get(this.sessions.get(ref) ?? null)
    if (!actor) return
    const list = this.actors.startedAs(actor.parent, actor.id)
    this.starts.set(keyOf(actor.parent, actor.id), list.indexOf(actor) + 1)
  }

  private expected(ref: AnyActor) {
    const { snapshot } = ref.options as { snapshot?: object }
    const restored = snapshot && this.snapshots.get(snapshot)
    if (restored) return restored
    const parent = ref._parent ? this.sessions.get(ref._parent) : null
    if (parent === undefined) return undefined
    return this.actors.startedAs(parent, ref.id)[this.starts.get(keyOf(parent, ref.id)) ?? 0]
  }
}
