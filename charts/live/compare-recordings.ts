/** Compares two recordings: where they part, and the states of their actors side by side. */
import { typeText } from '../replay/step-text.ts'
import { stableId } from '../replay/recorded-actors.ts'
import { stateText } from './actor-rows.ts'
import type { OpenedRecording } from './opened-recording.ts'
import type { WatchedActor, WatchedStep } from './watched.ts'

/** Two values, of the first and the second recording. */
export type Pair<Value> = readonly [Value, Value]

/** The first step that differs, in words; null for a recording that has ended before it. */
export interface Parting {
  /** The number of the step, from 1 on. */
  step: number
  texts: Pair<string | null>
}

/** Returns where two recordings part; null if all of their steps are the same. Times and values are not compared. */
export function partingOf([one, other]: Pair<OpenedRecording>): Parting | null {
  const length = Math.max(one.steps.length, other.steps.length)
  for (let at = 0; at < length; at += 1) {
    const texts = [textAt(one, at), textAt(other, at)] as const
    if (texts[0] !== texts[1]) return { step: at + 1, texts }
  }
  return null
}

const textAt = ({ steps }: OpenedRecording, at: number) => {
  const step = steps[at]
  return step ? stepText(step) : null
}

/** Returns a step in words, without what differs from one run to the next. */
function stepText({ sender, receiver, event, taken, snapshot }: WatchedStep) {
  const from = sender ? stableId(sender.name) : 'outside'
  const state = snapshot.status === 'active' ? stateText(snapshot.value) : snapshot.status
  const result = taken.length === 0 ? `stays in ${state}` : `goes to ${state}`
  return `${from} sends ${typeText(event.type)} to ${stableId(receiver.name)}, which ${result}`
}

/** An actor with its states in both recordings; null where it does not run. */
export interface StatePair {
  name: string
  states: Pair<string | null>
}

/** Returns the actors and their states in two recordings, each after a step of it; those that differ first. */
export function statesBeside(recordings: Pair<OpenedRecording>, steps: Pair<number>): StatePair[] {
  const [one, other] = [statesAfter(recordings[0], steps[0]), statesAfter(recordings[1], steps[1])]
  const names = [...new Set([...one.keys(), ...other.keys()])]
  const pairs = names.map((name): StatePair => ({
    name,
    states: [one.get(name) ?? null, other.get(name) ?? null],
  }))
  return [...pairs.filter(differs), ...pairs.filter((pair) => !differs(pair))]
}

/** True for an actor that is in another state in the other recording. */
export const differs = ({ states: [one, other] }: StatePair) => one !== other

/** Returns the states of the actors after a step. Actors of one name are told apart by their order. */
function statesAfter({ actors, steps }: OpenedRecording, last: number) {
  const snapshots = new Map<string, Pick<WatchedActor, 'name' | 'snapshot'>>()
  // Those that no step has changed before are as they are before their first step, or at the end.
  for (const { id, name, snapshot } of actors) snapshots.set(id, { name, snapshot })
  for (const { receiver, before } of steps.toReversed())
    if (before) snapshots.set(receiver.id, { name: receiver.name, snapshot: before })
    else snapshots.delete(receiver.id)
  for (const { id, receiver, snapshot } of steps)
    if (id <= last) snapshots.set(receiver.id, { name: receiver.name, snapshot })
  const states = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { name, snapshot } of snapshots.values()) {
    if (snapshot.status !== 'active') continue
    // An actor without a name of its own is called by its machine.
    const stable = stableId(name) === name ? name : snapshot.machine.id
    const count = (counts.get(stable) ?? 0) + 1
    counts.set(stable, count)
    states.set(count === 1 ? stable : `${stable} ${count}`, stateText(snapshot.value))
  }
  return states
}
