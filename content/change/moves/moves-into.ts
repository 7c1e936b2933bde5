/** Decides how several positions come to one place, from their own group and from others. */
import type { Iri } from '../../model/iri.ts'
import {
  type OrderChange,
  type SortedPosition,
  inSortOrder,
  insertAt,
  moveTo,
} from '../../model/order.ts'
import type { DropTarget } from './transfers.ts'

type Group = Iri<'COMPONENT_GROUP'>
type Position = Iri<'COMPONENT_POSITION'>

/** Positions that are moved to one place, where they are in this order. */
export interface GatheredPositions extends Pick<DropTarget, 'group' | 'before'> {
  positions: readonly Position[]
}

/** One position's move, with its sort value before and after. */
export interface SortedMove {
  position: Position
  former: { group: Group; sortValue: number }
  sortValue: number
}

/** The order of the positions before all moves. */
export interface KnownOrder {
  groupOf: (position: Position) => Group | undefined
  /** Returns the positions of a group in order. */
  sortedIn: (group: Group) => readonly SortedPosition[]
}

/** Returns the order of a group once the positions are moved into it. If the one that follows them is gone, they are last. */
export const orderWith = (
  order: readonly Position[],
  { positions, before }: Pick<GatheredPositions, 'positions' | 'before'>,
): Position[] => {
  const others = order.filter((position) => !positions.includes(position))
  const index = before === null ? -1 : others.indexOf(before)
  return others.toSpliced(index < 0 ? others.length : index, 0, ...positions)
}

/**
 * Returns the moves, one after the other, and the order that they lead to. Those from other groups come first: a group keeps the
 * gaps that they leave, so undoing all moves in reverse order finds the sort values that it restores.
 */
export const movesInto = ({ group, before, positions }: GatheredPositions, known: KnownOrder) => {
  const moved = [...new Set(positions)].filter((position) => known.groupOf(position) !== undefined)
  const isOwn = (position: Position) => known.groupOf(position) === group
  const order = known.sortedIn(group).map(({ iri }) => iri as Position)
  const target = orderWith(order, { positions: moved, before })
  const others = moved.filter((position) => !isOwn(position))
  const following =
    before !== null && moved.length > 0 ? target[target.indexOf(moved.at(-1)!) + 1] : undefined
  const inserted = transfersInto(group, others, following, known)
  const own = movesWithin(group, moved.filter(isOwn), target, inserted.sorted)
  return { moves: [...inserted.moves, ...own.moves], sorted: own.sorted }
}

interface Moved {
  moves: SortedMove[]
  /** The positions of the group after them. */
  sorted: readonly SortedPosition[]
}

/** Inserts those of other groups, the last one first, so that all of them get the sort value of what follows them. */
const transfersInto = (
  group: Group,
  positions: readonly Position[],
  following: Position | undefined,
  { groupOf, sortedIn }: KnownOrder,
) => {
  const stored = sortedIn(group)
  const last = stored.at(-1)?.sortValue ?? -1
  const sortValue = stored.find(({ iri }) => iri === following)?.sortValue ?? last + 1
  return positions.reduceRight<Moved>(
    ({ moves, sorted }, position) => {
      const from = groupOf(position)!
      const former = sortedIn(from).find(({ iri }) => iri === position)?.sortValue ?? 0
      const move = { position, former: { group: from, sortValue: former }, sortValue }
      return {
        moves: [...moves, move],
        sorted: moved(sorted, position, insertAt(sorted, sortValue)),
      }
    },
    { moves: [], sorted: stored },
  )
}

/** Moves those of the group itself, the last one first, each to just before what follows it. */
const movesWithin = (
  group: Group,
  positions: readonly Position[],
  target: readonly Position[],
  inserted: readonly SortedPosition[],
) =>
  positions.reduceRight<Moved>(
    ({ moves, sorted }, position) => {
      const order = sorted.map(({ iri }) => iri)
      const from = order.indexOf(position)
      const following = target[target.indexOf(position) + 1]
      const next = following === undefined ? order.length : order.indexOf(following)
      if (next === from + 1) return { moves, sorted }
      const { sortValue } = sorted[next > from ? next - 1 : next]!
      const former = { group, sortValue: sorted[from]!.sortValue }
      const change = moveTo(sorted, position, sortValue)
      return {
        moves: [...moves, { position, former, sortValue }],
        sorted: moved(sorted, position, change),
      }
    },
    { moves: [], sorted: inserted },
  )

/** Returns the positions of a group as the API has them after one was inserted or moved. */
const moved = (
  sorted: readonly SortedPosition[],
  iri: Position,
  { sortValue, shifted }: OrderChange,
) => {
  const values = new Map(shifted.map((each) => [each.iri, each.sortValue]))
  const others = sorted
    .filter((each) => each.iri !== iri)
    .map((each) => ({ iri: each.iri, sortValue: values.get(each.iri) ?? each.sortValue }))
  return inSortOrder([...others, { iri, sortValue }])
}
