/** Moves several positions of a group past the one before or after them. */
import type { Iri } from '../../model/iri.ts'

type Position = Iri<'COMPONENT_POSITION'>

/** The positions that are moved, and whether they come one earlier (-1) or one later (1). */
export interface MovedPositions {
  positions: readonly Position[]
  by: -1 | 1
}

/** A position that is moved to where another one of its group is. */
export interface Move {
  position: Position
  to: Position
}

/**
 * Returns the moves that have the effect. A run of adjacent positions needs only one: the neighbor before or after it is
 * moved to its other end. So the moves of several runs do not affect each other. A run at the end of the group stays.
 */
export const movesPast = (order: readonly Position[], { positions, by }: MovedPositions): Move[] =>
  runsOf(order, new Set(positions)).flatMap(([first, last]) => {
    const [neighbor, to] =
      by === -1 ? [order[first - 1], order[last]] : [order[last + 1], order[first]]
    return neighbor && to ? [{ position: neighbor, to }] : []
  })

/** Returns the first and last index of each run of adjacent positions. */
const runsOf = (order: readonly Position[], moved: ReadonlySet<Position>) => {
  const runs: [number, number][] = []
  for (const [index, position] of order.entries()) {
    const last = runs.at(-1)
    if (!moved.has(position)) continue
    if (last && last[1] === index - 1) last[1] = index
    else runs.push([index, index])
  }
  return runs
}
