/** Sends events to a machine, without running it. */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { type StepAction, firstStep, step } from './step.ts'

/**
 * Returns the snapshot after these events, with what the last of them causes. `isPossible` is false if an actor ends that
 * was not started, or ended before.
 */
export function sendEvents(
  machine: AnyStateMachine,
  input: unknown,
  events: readonly AnyEventObject[],
) {
  let last = firstStep(machine, input)
  const started = new Set(startedBy(last.actions))
  const running = new Set(started)
  let isPossible = true
  for (const event of events) {
    const ended = finishedActorId(event)
    if (ended !== undefined && !running.delete(ended) && !isSpawned(last.next, ended, started))
      isPossible = false
    last = step(machine, last.next, event)
    for (const id of startedBy(last.actions)) {
      started.add(id)
      running.add(id)
    }
  }
  return { ...last, isPossible }
}

const startedBy = (actions: readonly StepAction[]) =>
  actions
    .filter(({ type }) => type === 'xstate.spawnChild')
    .map(({ params }) => (params as { id: string }).id)

/** True for an actor that an assignment has spawned, for which there is no action. It runs until it is stopped. */
const isSpawned = (at: AnyMachineSnapshot, id: string, started: ReadonlySet<string>) =>
  id in at.children && !started.has(id)

const finishedActorId = ({ type }: AnyEventObject) =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1]
