/** Arranges steps as a sequence diagram: a line for each actor, and an arrow for each event. */
import type { WatchedStep } from './watched.ts'

export interface Sequence {
  /** The names of the actors, from left to right. */
  lanes: string[]
  arrows: SequenceArrow[]
}

export interface SequenceArrow {
  step: WatchedStep
  /** The number of the sender's line; null for an event from outside of the system. */
  from: number | null
  to: number
}

/** Returns the diagram of steps. Actors stand in the order in which they first sent or received something. */
export function sequenceOf(steps: readonly WatchedStep[]): Sequence {
  const lanes = new Map<string, { name: string; at: number }>()
  const laneOf = ({ id, name }: WatchedStep['receiver']) => {
    const lane = lanes.get(id) ?? { name, at: lanes.size }
    lanes.set(id, lane)
    return lane.at
  }
  const arrows = steps.map((step) => ({
    step,
    from: step.sender ? laneOf(step.sender) : null,
    to: laneOf(step.receiver),
  }))
  return { lanes: [...lanes.values()].map(({ name }) => name), arrows }
}
