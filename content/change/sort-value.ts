/**
 * Which number gives a position its place now. Others may have made room meanwhile and never closed up again (api,
 * section 4), so that what is taken back or made again goes by the order, and by its old number only where that fits.
 */
import type { Step } from './plan-change.ts'
import { positionsOf } from '../model/groups.ts'
import type { Iri } from '../model/iri.ts'
import type { SortedPosition } from '../model/order.ts'
import type { ComponentPosition, ReadResource } from '../model/resource.ts'

export const sortedPositionsIn = (group: Iri, read: ReadResource): SortedPosition[] =>
  positionsOf(group, read).map((iri) => ({
    iri,
    sortValue: (read(iri) as ComponentPosition).sortValue,
  }))

export const resolveSortValue = (step: Step, read: ReadResource): Step => {
  const { sortIndex, body, method, iri } = step
  if (!sortIndex || !body || !read(sortIndex.group)) return step
  const placed = sortedPositionsIn(sortIndex.group, read)
  const { wished, withPlace } = sortValueField(body)
  const isThere = placed.some((other) => other.iri === iri)
  const place =
    method === 'PATCH' && isThere
      ? sortValueForMove(placed, iri, sortIndex.index, wished)
      : sortValueForInsert(placed, sortIndex.index, wished)
  return { ...step, body: withPlace(place) }
}

type Body = Record<string, unknown>

/** A component's body holds the place it gets, a position's body is one. */
const sortValueField = (body: Body) => {
  const [first, ...others] = (body['componentPositions'] ?? []) as Body[]
  return first
    ? {
        wished: Number(first['sortValue']),
        withPlace: (sortValue: number) => ({
          ...body,
          componentPositions: [{ ...first, sortValue }, ...others],
        }),
      }
    : {
        wished: Number(body['sortValue']),
        withPlace: (sortValue: number) => ({ ...body, sortValue }),
      }
}

/** Whoever has that number, and all after it, make room. */
const sortValueForInsert = (placed: SortedPosition[], index: number, wished: number) => {
  const before = placed[index - 1]?.sortValue ?? -Infinity
  const after = placed[index]?.sortValue ?? Infinity
  if (before < wished && wished <= after) return wished
  if (after < Infinity) return after
  return before > -Infinity ? before + 1 : wished
}

/** Those it passes close up behind it. */
const sortValueForMove = (placed: SortedPosition[], iri: Iri, index: number, wished: number) => {
  const from = placed.findIndex((other) => other.iri === iri)
  const holder = placed[Math.min(index, placed.length - 1)]!.sortValue
  const isUp = index > from
  const before = placed[index - 1]?.sortValue ?? -Infinity
  const after = placed[index + 1]?.sortValue ?? Infinity
  const fits = isUp ? holder <= wished && wished < after : before < wished && wished <= holder
  return fits ? wished : holder
}
