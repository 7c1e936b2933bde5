/** Chooses what each actor of a replay runs. */
import {
  type AnyActor,
  type AnyActorLogic,
  type AnyEventObject,
  type AnyStateMachine,
  StateMachine,
} from 'xstate'
import type { RecordedActor, RecordedSnapshot } from '../record/recording.ts'
import { isMachine } from '../model/is-machine.ts'
import type { Decode } from './decode-value.ts'
import type { Crash, RecordedActors } from './recorded-actors.ts'

export interface ReplayedMachines {
  /** The machines as they are now. */
  machines: readonly AnyStateMachine[]
  /** True for logic that is no machine and runs nevertheless, because it only passes on what other actors say. */
  isWiring?: (logic: unknown) => boolean
}

/** Returns functions that tell what is run, and what only answers as it was recorded. */
export function createChoice(actors: RecordedActors, { machines, isWiring }: ReplayedMachines) {
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const withoutEffects = new Map<string, AnyStateMachine>()

  const machineFor = (id: string) => {
    const machine = withoutEffects.get(id) ?? withoutActions(known.get(id)!)
    withoutEffects.set(id, machine)
    return machine
  }
  const isRun = (actor: RecordedActor | undefined) =>
    actor !== undefined && actor.machine !== null && known.has(actor.machine)

  /** Returns the logic of an actor that only passes on what others say; undefined for others. */
  const wiringOf = (actor: RecordedActor | undefined): AnyActorLogic | undefined => {
    const parent = actor && actors.get(actor.parent)
    if (!parent || !isRun(parent) || actor.src === null) return undefined
    const logic: unknown = known.get(parent.machine!)!.implementations.actors[actor.src]
    return isWiring?.(logic) ? (logic as AnyActorLogic) : undefined
  }
  return {
    machineNamed: (id: string): AnyActorLogic | undefined => known.get(id),
    /** True for an actor whose machine is run. */
    isRun,
    /** True for an actor that does by itself what was recorded: its machine is run, or it is wiring. */
    actsAlone: (actor: RecordedActor | undefined) => isRun(actor) || wiringOf(actor) !== undefined,
    /** Returns what an actor runs, which was given `logic` by its parent. */
    logicOf: (logic: unknown, actor: RecordedActor | undefined, decode: Decode): AnyActorLogic => {
      if (isRun(actor)) return machineFor(actor!.machine!)
      if (!actor && isMachine(logic) && known.has(logic.id)) return machineFor(logic.id)
      const session = actor?.session ?? ''
      const next = actors.snapshotsOf(session).slice()
      const effect = { actor, next, crash: actors.crashOf(session) }
      return wiringOf(actor) ?? effectLogic(effect, decode)
    },
  }
}

/** Returns a machine whose actions of its own do nothing. Those of XState stay: they change the context, or send events. */
const withoutActions = (machine: AnyStateMachine): AnyStateMachine =>
  new StateMachine(machine.config, {
    ...machine.implementations,
    actions: Object.fromEntries(
      Object.entries(machine.implementations.actions).map(([name, action]) =>
        typeof action === 'function' && !('resolve' in action) ? [name, () => {}] : [name, action],
      ),
    ),
  })

interface RecordedEffect {
  actor: RecordedActor | undefined
  /** Its snapshots after each of its events. */
  next: RecordedSnapshot[]
  crash: Crash | undefined
}

/** Returns the logic of an effect, which has one recorded snapshot after the other, whatever it is sent. */
function effectLogic({ actor, next, crash }: RecordedEffect, decode: Decode): AnyActorLogic {
  let events = 0
  const snapshotOf = (recorded: RecordedSnapshot) => ({
    status: recorded.status,
    value: recorded.value,
    context: decode(recorded.context),
    output: decode(recorded.output),
    error: decode(recorded.error),
  })
  const crashIfRecorded = () => {
    if (crash?.after === events) throw decode(crash.error) as Error
  }
  const logic = {
    getInitialSnapshot: () =>
      actor
        ? snapshotOf(actor.snapshot)
        : { status: 'active', output: undefined, error: undefined },
    start: crashIfRecorded,
    transition: (snapshot: object, event: AnyEventObject) => {
      events += 1
      crashIfRecorded()
      const recorded = next.shift()
      if (recorded) return snapshotOf(recorded)
      return event.type === 'xstate.stop' ? { ...snapshot, status: 'stopped' } : snapshot
    },
    getPersistedSnapshot: (snapshot: object) => snapshot,
  }
  return logic as unknown as AnyActorLogic
}

/** Logic in the place of some that was no machine. What it is to do is chosen when it is started. */
export const anyEffect: AnyActorLogic = effectLogic(
  { actor: undefined, next: [], crash: undefined },
  () => undefined,
)

/** Lets an actor that is being created run another logic than it was given. */
export const setLogic = (ref: AnyActor, logic: AnyActorLogic) => Object.assign(ref, { logic })
