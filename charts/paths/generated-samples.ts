/** Makes samples of the events of a machine, as far as its chart tells. */
import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { declaredTransitions, nodesOf } from '../model/transition-key.ts'
import { anyEvent } from './possible-paths.ts'

/** Returns an event of each type that a machine has transitions for, without what else it would carry. */
export const generatedSamples = (machine: AnyStateMachine): AnyEventObject[] => [
  ...new Map(
    nodesOf(machine.root)
      .flatMap((node) => declaredTransitions(node))
      .flatMap(({ eventType }) => sampleOf(eventType))
      .map((event) => [event.type, event]),
  ).values(),
]

function sampleOf(eventType: string | null): AnyEventObject[] {
  // A transition that waits for nothing; XState itself tells the end of a state, and that a delay has elapsed.
  if (!eventType || /^xstate\.(done\.state|after)\./.test(eventType)) return []
  if (eventType === '*') return [{ type: anyEvent }]
  if (eventType.startsWith('xstate.error.actor.'))
    return [{ type: eventType, error: new Error('A sample of a failure') }]
  return [{ type: eventType }]
}
