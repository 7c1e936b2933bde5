/** Plans moves of positions, within their group and to another one. */
import type { Iri } from '../../model/iri.ts'
import type { SortedPosition } from '../../model/order.ts'
import type { ReadResource } from '../../model/resource.ts'
import { sortedPositionsIn } from '../sort-value.ts'
import type { IntentOf, Plan, Step } from '../types.ts'
import { indexBefore } from './transfers.ts'

const nothing: Plan = { steps: [], inverse: [], refetch: [] }

/** Moves a position to where another one of its group is. */
export const planMove = (
  { position, to }: IntentOf<'move'>,
  { read }: { read: ReadResource },
): Plan => {
  const group = read(position)?.componentGroup
  return group ? planReorder(position, group, (positions) => indexOf(positions, to), read) : nothing
}

/** Moves a position to another group. If somebody else has moved it there already, its index in the group changes. */
export const planTransfer = (
  { position, group, before }: IntentOf<'transfer'>,
  { read }: { read: ReadResource },
): Plan => {
  const from = read(position)?.componentGroup
  if (!from || !read(group)) return nothing
  const others = sortedPositionsIn(group, read).filter(({ iri }) => iri !== position)
  const index = indexBefore(
    others.map(({ iri }) => iri),
    before,
  )
  if (from === group) return planReorder(position, group, () => index, read)
  const following = others.slice(index)
  const sortValue = following[0]?.sortValue ?? (others.at(-1)?.sortValue ?? -1) + 1
  const former = sortedPositionsIn(from, read)
  const formerIndex = indexOf(former, position)
  return {
    steps: [moveInto(position, { group, index }, sortValue)],
    inverse: [
      moveInto(position, { group: from, index: formerIndex }, former[formerIndex]?.sortValue ?? 0),
    ],
    refetch: [from, group, position, ...iris(following)],
    refetchOnUndo: iris(former.slice(formerIndex + 1)),
  }
}

const planReorder = (
  position: Iri<'COMPONENT_POSITION'>,
  group: Iri<'COMPONENT_GROUP'>,
  targetIn: (positions: readonly SortedPosition[]) => number,
  read: ReadResource,
): Plan => {
  const positions = sortedPositionsIn(group, read)
  const from = indexOf(positions, position)
  const target = targetIn(positions)
  const former = positions[from]
  const atTarget = positions[target]
  if (!former || !atTarget) return nothing
  const affected = positions.slice(Math.min(from, target), Math.max(from, target) + 1)
  const move = (sortValue: number, index: number): Step[] => [
    { method: 'PATCH', iri: position, body: { sortValue }, sortIndex: { group, index } },
  ]
  return {
    steps: move(atTarget.sortValue, target),
    inverse: move(former.sortValue, from),
    refetch: [group, ...iris(affected)],
  }
}

const moveInto = (
  iri: Iri<'COMPONENT_POSITION'>,
  sortIndex: NonNullable<Step['sortIndex']>,
  sortValue: number,
): Step => ({
  method: 'PATCH',
  iri,
  body: { componentGroup: sortIndex.group, sortValue },
  sortIndex,
})

const indexOf = (positions: readonly SortedPosition[], wanted: Iri) =>
  positions.findIndex(({ iri }) => iri === wanted)

const iris = (positions: readonly SortedPosition[]) => positions.map(({ iri }) => iri)
