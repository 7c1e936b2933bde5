/** Puts actors in the place of a machine's effects, which answer, fail or never answer, as they are told. */
import {
  type ActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
  createMachine,
} from 'xstate'
import { isMachine } from '../model/is-machine.ts'

type EffectSnapshot = Snapshot<unknown> & { input: unknown }

type EffectEvent =
  { type: 'effect.resolved'; output: unknown } | { type: 'effect.rejected'; error: unknown }

const settled = (snapshot: EffectSnapshot, event: EventObject): EffectSnapshot => {
  const answer = event as EffectEvent
  if (answer.type === 'effect.resolved')
    return { ...snapshot, status: 'done', output: answer.output, error: undefined }
  if (answer.type === 'effect.rejected')
    return { ...snapshot, status: 'error', output: undefined, error: answer.error }
  return snapshot
}

/** An effect that runs until it is told to end. */
const commandedEffect: ActorLogic<EffectSnapshot, EventObject, unknown> = {
  transition: settled,
  getInitialSnapshot: (_, input) => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
  }),
  getPersistedSnapshot: (snapshot) => snapshot,
}

/** True for an effect that was put in the place of another. */
export const isCommanded = ({ logic }: AnyActorRef & { logic?: unknown }) =>
  logic === commandedEffect

/** Returns what a running effect was started with. */
export const inputOf = (ref: AnyActorRef) => (ref.getSnapshot() as EffectSnapshot).input

interface Implemented {
  config: object
  implementations: Record<'actors' | 'actions', Record<string, unknown>>
}

interface CommandOptions {
  /** True for an effect that a machine only declares. */
  isDeclared: (implementation: unknown) => boolean
  /** The effects that are real, by their names. */
  real: Readonly<Record<string, unknown>>
}

/**
 * Returns a function that replaces the effects of a machine, and those of all machines that it starts: actors that are only
 * declared do what they are told, and actions that are only declared do nothing. Other logic stays as it is.
 * @internal Exported for tests.
 */
export function createCommander({ isDeclared, real }: CommandOptions) {
  const known = new Map<unknown, AnyStateMachine>()
  const replaced = (logic: unknown, name: string) => {
    if (isMachine(logic)) return command(logic)
    return isDeclared(logic) ? (real[name] ?? commandedEffect) : logic
  }
  function command<Machine extends AnyStateMachine>(machine: Machine): Machine {
    if (known.has(machine)) return known.get(machine) as Machine
    const { implementations, config } = machine as unknown as Implemented
    const { actors, actions } = implementations
    const commanded = createMachine(
      config as never,
      {
        ...implementations,
        actors: mapValues(actors, replaced),
        actions: mapValues(actions, (action) => (isDeclared(action) ? () => {} : action)),
      } as never,
    ) as AnyStateMachine
    known.set(machine, commanded)
    return commanded as unknown as Machine
  }
  return command
}

const mapValues = (
  values: Record<string, unknown>,
  map: (value: unknown, name: string) => unknown,
) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
