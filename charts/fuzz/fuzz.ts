/** Runs a system of actors at random, and checks rules after each step. */
import type { AnyActorRef, SimulatedClock } from 'xstate'
import type { FuzzSystem, Invariant, Sample, Step, Violation } from './fuzz-system.ts'
import { inputOf } from './commanded-effects.ts'
import { type Living, livingActors, sourceOf } from './living-actors.ts'
import { type Random, createRandom } from './random.ts'

/** The events of one run: after these, the system starts anew. */
const runLength = 250
/** The longest time that passes in one step, in milliseconds. */
const longestWait = 20_000

interface FuzzOptions {
  events: number
  seed: number
}

export interface FuzzResult {
  events: number
  runs: number
  violation: Violation | null
}

/** Runs a system until a number of events has happened, or a rule is broken. */
export async function fuzz(system: FuzzSystem, { events, seed }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed)
  let [done, runs] = [0, 0]
  while (done < events) {
    const violation = await runOnce(system, (living) => nextStep(system, living, random), {
      length: Math.min(runLength, events - done),
    })
    runs += 1
    if (violation) return { events: done + violation.steps.length, runs, violation }
    done += runLength
  }
  return { events, runs, violation: null }
}

/**
 * Runs given steps, without those that are not possible, and returns the rule that is broken; null if none is. `onEnd` is called
 * while the system is as they have left it.
 */
export const repeat = (system: FuzzSystem, steps: readonly Step[], onEnd = () => {}) => {
  const rest = [...steps]
  return runOnce(system, () => rest.shift()!, { length: steps.length, onEnd })
}

interface Run {
  root: AnyActorRef
  clock: SimulatedClock
  invariants: readonly Invariant[]
  /** The actors that are running now. */
  living: Living[]
}

async function runOnce(
  system: FuzzSystem,
  choose: (living: readonly Living[]) => Step,
  { length, onEnd = () => {} }: { length: number; onEnd?: () => void },
): Promise<Violation | null> {
  const invariants = system.invariants()
  const { root, clock } = system.start((event) => {
    for (const { inspect } of invariants) inspect?.(event)
  })
  const run: Run = { root, clock, invariants, living: livingActors(root) }
  const steps: Step[] = []
  try {
    for (let at = 0; at < length; at += 1) {
      const step = choose(run.living)
      steps.push(step)
      const failed = await attempt(() => take(system, run, step))
      run.living = livingActors(root)
      const broken = failed ?? firstBroken(run)
      if (broken) return { ...broken, steps }
    }
    return null
  } finally {
    onEnd()
    root.stop()
  }
}

type Broken = Pick<Violation, 'invariant' | 'reason'>

/** Does one step. An error that an actor throws breaks a rule, too. */
async function attempt(work: () => void): Promise<Broken | null> {
  try {
    work()
    // Promises of the machines themselves settle now.
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve()
    return null
  } catch (error) {
    return { invariant: 'no actor fails', reason: String(error) }
  }
}

function firstBroken({ root, invariants, living }: Run): Broken | null {
  const { status, error } = root.getSnapshot() as { status: string; error: unknown }
  if (status !== 'active') return { invariant: 'no actor fails', reason: String(error) }
  for (const { name, check } of invariants) {
    const reason = check(living)
    if (reason !== null) return { invariant: name, reason }
  }
  return null
}

function take(
  { events, answers, errors }: FuzzSystem,
  { clock, invariants, living }: Run,
  step: Step,
) {
  if (step.do === 'wait') return clock.increment(step.time)
  const path = step.do === 'send' ? step.to : step.effect
  const found = living.find((one) => one.path === path)
  if (!found) return
  for (const { before } of invariants) before?.(step, found.ref)
  if (step.do === 'send') {
    const event = events[found.machine!]?.[step.sample]
    if (event) perform(event, found.ref)
  } else if (step.do === 'resolve') {
    const answer = answers[sourceOf(path)]?.[step.sample]
    if (answer)
      found.ref.send({ type: 'effect.resolved', output: answer(inputOf(found.ref) as never) })
  } else found.ref.send({ type: 'effect.rejected', error: errors[step.sample] })
}

const perform = (sample: Sample, ref: AnyActorRef) =>
  'perform' in sample ? (sample.perform as (ref: AnyActorRef) => void)(ref) : ref.send(sample)

/** Chooses what happens next: mostly an event that somebody sends, else an answer, or time that passes. */
function nextStep(
  { events, answers, errors }: FuzzSystem,
  living: readonly Living[],
  random: Random,
): Step {
  const effects = living.filter(({ machine }) => machine === null)
  const choice = random(100)
  if (choice < 10) return { do: 'wait', time: 1 + random(longestWait) }
  if (choice < 35 && effects.length > 0) {
    const { path } = effects[random(effects.length)]!
    const count = answers[sourceOf(path)]?.length ?? 0
    // Most effects succeed most of the time.
    return count > 0 && random(3) > 0
      ? { do: 'resolve', effect: path, sample: random(count) }
      : { do: 'reject', effect: path, sample: random(errors.length) }
  }
  const machines = living.filter(
    ({ machine }) => machine !== null && (events[machine]?.length ?? 0) > 0,
  )
  return sendStep(events, machines, random)
}

/** Chooses an event that the machine can take, if a few attempts find one. */
function sendStep(events: FuzzSystem['events'], machines: readonly Living[], random: Random): Step {
  for (let left = 8; ; left -= 1) {
    const { path, ref, machine } = machines[random(machines.length)]!
    const samples = events[machine!]!
    const sample = random(samples.length)
    const event = samples[sample]!
    const snapshot = ref.getSnapshot() as { can: (event: object) => boolean }
    if (left === 0 || 'perform' in event || snapshot.can(event))
      return { do: 'send', to: path, event: event.type, sample }
  }
}
