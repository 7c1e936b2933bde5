/** Takes one step of a machine without running it: no action, no effect and no actor is started. */
import {
  type ActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type InspectionEvent,
  initialTransition,
  transition,
} from 'xstate'
import { isEffective } from '../model/transition-key.ts'

type Scope = ActorScope<AnyMachineSnapshot, AnyEventObject>

/** An action that a step would run. */
export interface StepAction {
  type: string
  params: unknown
}

/** The result of a step. */
interface Step {
  next: AnyMachineSnapshot
  actions: StepAction[]
  /** The transitions that the event takes, and those that follow from them, step by step. */
  microsteps: AnyTransitionDefinition[][]
}

/** Is told what a step takes while it is still going on. */
type OnTaken = (taken: readonly AnyTransitionDefinition[]) => void

/** Returns the step by which a machine starts. */
export const firstStep = (machine: AnyStateMachine, input: unknown, onTaken?: OnTaken): Step =>
  observed(machine, (logic) => initialTransition(logic, input), onTaken)

/** Returns the step that an event causes. Each has a system of its own, so that actors may have the same id again. */
export const step = (
  machine: AnyStateMachine,
  at: AnyMachineSnapshot,
  event: AnyEventObject,
  onTaken?: OnTaken,
): Step => observed(machine, (logic) => transition(logic, at, event), onTaken)

/** Returns the transitions of a machine that an inspection event reports. */
export const takenTransitions = (
  machine: AnyStateMachine,
  event: InspectionEvent,
): AnyTransitionDefinition[] =>
  event.type === '@xstate.microstep'
    ? event._transitions
        .filter(({ source }) => source.machine.id === machine.id)
        .filter(isEffective)
    : []

/** Takes a step of a machine whose system tells which transitions are taken. */
function observed(
  machine: AnyStateMachine,
  take: (logic: AnyStateMachine) => [AnyMachineSnapshot, unknown],
  onTaken: OnTaken = () => {},
): Step {
  let microsteps: AnyTransitionDefinition[][] = []
  const observe = ({ system }: Scope) => {
    microsteps = []
    system.inspect((event: InspectionEvent) => {
      const taken = takenTransitions(machine, event)
      microsteps.push(taken)
      onTaken(taken)
    })
  }
  const logic: AnyStateMachine = Object.create(machine, {
    getInitialSnapshot: {
      value: (scope: Scope, input: unknown) => {
        observe(scope)
        return machine.getInitialSnapshot(scope, input)
      },
    },
    transition: {
      value: (at: AnyMachineSnapshot, event: AnyEventObject, scope: Scope) => {
        observe(scope)
        return machine.transition(at, event, scope)
      },
    },
  })
  const [next, actions] = take(logic)
  return {
    next,
    actions: actions as StepAction[],
    microsteps: microsteps.filter((taken) => taken.length > 0),
  }
}
