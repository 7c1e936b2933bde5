/** Plans the move of several positions past the one before or after them, each within its group. */
import { positionsOf } from '../../model/groups.ts'
import type { ReadResource } from '../../model/resource.ts'
import { combinePlans } from '../combine-plans.ts'
import { groupsOfPositions } from '../component-uses.ts'
import type { Plan } from '../types.ts'
import { type Move, type MovedPositions, movesPast } from './moves-past.ts'
import { planMove } from './plan-move.ts'

/** Returns the moves in all groups of the positions. */
export const movesOf = (moved: MovedPositions, read: ReadResource): Move[] => {
  const groups = new Set(groupsOfPositions(moved.positions, read))
  return [...groups].flatMap((group) => movesPast(positionsOf(group, read), moved))
}

/** Plans the move of several positions as one change. */
export const planMoves = (moved: MovedPositions, { read }: { read: ReadResource }): Plan =>
  combinePlans(movesOf(moved, read).map((move) => planMove({ kind: 'move', ...move }, { read })))
