/** Decides how several positions of a group come one earlier or one later. */
import type { Iri } from '../../model/iri.ts'

type Position = Iri<'COMPONENT_POSITION'>

/** The positions that are moved together. */
export interface MovedPositions {
  positions: readonly Position[]
  /** -1 for one earlier in their group, 1 for one later. */
  by: -1 | 1
}

/** Moves a position to where another one of its group is. */
export interface Move {
  position: Position
  to: Position
}

/**
 * Returns the moves after which the positions are one earlier or later. Adjacent positions are moved by a single move: the
 * one before them is moved behind them, or the one after them in front of them. Those that are first or last in the group
 * already stay there.
 */
export const movesPast = (order: readonly Position[], { positions, by }: MovedPositions): Move[] =>
  runsOf(order, new Set(positions)).flatMap(([first, last]) => {
    const [neighbor, to] =
      by === -1 ? [order[first - 1], order[last]] : [order[last + 1], order[first]]
    return neighbor && to ? [{ position: neighbor, to }] : []
  })

/** Returns the runs of adjacent positions, each as its first and last index in the order. */
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
