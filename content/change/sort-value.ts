/**
 * Chooses sort values when a step is sent. Other positions may have moved since the step was planned, so the index in
 * the group decides, and the planned sort value is used only if it still fits.
 */
import { clamp } from '../clamp.ts'
import { positionsOf } from '../model/groups.ts'
import type { Iri } from '../model/iri.ts'
import type { SortedPosition } from '../model/order.ts'
import type { ReadResource } from '../model/resource.ts'
import type { Step } from './types.ts'

/** Returns the known positions of a group in order, with their sort values. */
export const sortedPositionsIn = (
  group: Iri<'COMPONENT_GROUP'>,
  read: ReadResource,
): SortedPosition[] =>
  positionsOf(group, read).map((iri) => ({ iri, sortValue: read(iri)!.sortValue }))

/** Returns the step with the sort value that puts it at its index now; other steps as they are. */
export const resolveSortValue = (step: Step, read: ReadResource): Step => {
  const { sortIndex, body, method, iri } = step
  if (!sortIndex || !body || !read(sortIndex.group)) return step
  const positions = sortedPositionsIn(sortIndex.group, read)
  const { preferred, withSortValue } = sortValueField(body)
  const isInGroup = positions.some((other) => other.iri === iri)
  const sortValue =
    method === 'PATCH' && isInGroup
      ? sortValueForMove(positions, iri, sortIndex.index, preferred)
      : sortValueForInsert(positions, sortIndex.index, preferred)
  return { ...step, body: withSortValue(sortValue) }
}

type Body = Record<string, unknown>

/** Finds the sort value in the body of a request: that of a position, or of the first position of a component. */
const sortValueField = (body: Body) => {
  const [first, ...others] = (body['componentPositions'] ?? []) as Body[]
  return first
    ? {
        preferred: Number(first['sortValue']),
        withSortValue: (sortValue: number) => ({
          ...body,
          componentPositions: [{ ...first, sortValue }, ...others],
        }),
      }
    : {
        preferred: Number(body['sortValue']),
        withSortValue: (sortValue: number) => ({ ...body, sortValue }),
      }
}

/** If the value is taken, the API moves the position that has it and all that follow. */
const sortValueForInsert = (positions: SortedPosition[], index: number, preferred: number) => {
  const before = positions[index - 1]?.sortValue ?? -Infinity
  const after = positions[index]?.sortValue ?? Infinity
  return clamp(preferred, before + 1, after)
}

/** The API closes the gap that a moved position leaves. */
const sortValueForMove = (
  positions: SortedPosition[],
  iri: Iri,
  index: number,
  preferred: number,
) => {
  const from = positions.findIndex((other) => other.iri === iri)
  const target = positions[Math.min(index, positions.length - 1)]!.sortValue
  const movesDown = index > from
  const before = positions[index - 1]?.sortValue ?? -Infinity
  const after = positions[index + 1]?.sortValue ?? Infinity
  const fits = movesDown
    ? target <= preferred && preferred < after
    : before < preferred && preferred <= target
  return fits ? preferred : target
}
