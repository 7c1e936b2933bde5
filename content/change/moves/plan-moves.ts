/** Plans the move of several positions: past the one before or after them, each within its group, or to one place. */
import { positionsOf } from '../../model/groups.ts'
import type { Iri } from '../../model/iri.ts'
import type { ReadResource } from '../../model/resource.ts'
import { combinePlans } from '../combine-plans.ts'
import { groupsOfPositions } from '../component-uses.ts'
import { sortedPositionsIn } from '../sort-value.ts'
import type { IntentOf, Plan, Step } from '../types.ts'
import { type GatheredPositions, type SortedMove, movesInto } from './moves-into.ts'
import { type Move, type MovedPositions, movesPast } from './moves-past.ts'
import { planMove } from './plan-move.ts'
import { indexBefore } from './transfers.ts'

/** Returns the moves in all groups of the positions. */
export const movesOf = (moved: MovedPositions, read: ReadResource): Move[] => {
  const groups = new Set(groupsOfPositions(moved.positions, read))
  return [...groups].flatMap((group) => movesPast(positionsOf(group, read), moved))
}

/** Plans the move of several positions as one change. */
export const planMoves = (intent: IntentOf<'moveAll'>, { read }: { read: ReadResource }): Plan =>
  'group' in intent
    ? planMovesInto(intent, read)
    : combinePlans(
        movesOf(intent, read).map((move) => planMove({ kind: 'move', ...move }, { read })),
      )

const planMovesInto = (gathered: GatheredPositions, read: ReadResource): Plan => {
  const { group, before } = gathered
  if (!read(group)) return combinePlans([])
  const stored = sortedPositionsIn(group, read)
  const { moves, sorted } = movesInto(gathered, {
    groupOf: (position) => read(position)?.componentGroup,
    sortedIn: (of) => sortedPositionsIn(of, read),
  })
  const index = indexBefore(iris(stored), before)
  const plan = combinePlans(
    moves.map((move) =>
      move.former.group === group
        ? planWithin(move)
        : planInto(move, { group, index }, gathered.positions, read),
    ),
  )
  const values = new Map(stored.map(({ iri, sortValue }) => [iri, sortValue]))
  const changed = sorted.filter(({ iri, sortValue }) => values.get(iri) !== sortValue)
  return { ...plan, refetch: [group, ...plan.refetch, ...iris(changed)] }
}

/** Plans the move from another group. What undoes it finds its place among those that were not moved. */
const planInto = (
  { position, former, sortValue }: SortedMove,
  target: NonNullable<Step['sortIndex']>,
  moved: readonly Iri[],
  read: ReadResource,
): Plan => {
  const others = sortedPositionsIn(former.group, read).filter(({ iri }) => !moved.includes(iri))
  const index = others.filter((other) => other.sortValue < former.sortValue).length
  const step = { method: 'PATCH', iri: position } as const
  return {
    steps: [{ ...step, body: { componentGroup: target.group, sortValue }, sortIndex: target }],
    inverse: [
      {
        ...step,
        body: { componentGroup: former.group, sortValue: former.sortValue },
        sortIndex: { group: former.group, index },
        isShifted: true,
      },
    ],
    refetch: [former.group, position],
    refetchOnUndo: iris(others.slice(index)),
  }
}

/** Plans the move within the group. Its place depends on the moves before it, so that it has no index. */
const planWithin = ({ position, former, sortValue }: SortedMove): Plan => {
  const step = (value: number): Step[] => [
    { method: 'PATCH', iri: position, body: { sortValue: value }, isShifted: true },
  ]
  return { steps: step(sortValue), inverse: step(former.sortValue), refetch: [position] }
}

const iris = <Position extends { iri: Iri }>(positions: readonly Position[]): Position['iri'][] =>
  positions.map(({ iri }) => iri)
