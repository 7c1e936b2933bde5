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
 * Returns the moves that have the effect: of each run of adjacent positions, the neighbor on the other side of which they
 * come is moved instead, past all of them. So the runs of a group do not affect each other. Those at an end stay.
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
