/**
 * Which number gives a position its place now. Others may have made room meanwhile and never closed up again (api,
 * section 4), so that what is taken back or made again goes by the order, and by its old number only where that fits.
 */
import type { Step } from './change.ts'
import { positionsOf } from './groups.ts'
import type { Iri } from './iri.ts'
import type { Placed } from './order.ts'
import type { ComponentPosition, Read } from './resource.ts'

export const placedIn = (group: Iri, read: Read): Placed[] =>
  positionsOf(group, read).map((iri) => ({
    iri,
    sortValue: (read(iri) as ComponentPosition).sortValue,
  }))

export const placeNow = (step: Step, read: Read): Step => {
  const { at, body, method, iri } = step
  if (!at || !body || !read(at.group)) return step
  const placed = placedIn(at.group, read)
  const { wished, withPlace } = placeIn(body)
  const isThere = placed.some((other) => other.iri === iri)
  const place =
    method === 'PATCH' && isThere
      ? placeForMove(placed, iri, at.index, wished)
      : placeForNew(placed, at.index, wished)
  return { ...step, body: withPlace(place) }
}

type Body = Record<string, unknown>

/** A component's body holds the place it gets, a position's body is one. */
const placeIn = (body: Body) => {
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
const placeForNew = (placed: Placed[], index: number, wished: number) => {
  const before = placed[index - 1]?.sortValue ?? -Infinity
  const after = placed[index]?.sortValue ?? Infinity
  if (before < wished && wished <= after) return wished
  if (after < Infinity) return after
  return before > -Infinity ? before + 1 : wished
}

/** Those it passes close up behind it. */
const placeForMove = (placed: Placed[], iri: Iri, index: number, wished: number) => {
  const from = placed.findIndex((other) => other.iri === iri)
  const holder = placed[Math.min(index, placed.length - 1)]!.sortValue
  const isUp = index > from
  const before = placed[index - 1]?.sortValue ?? -Infinity
  const after = placed[index + 1]?.sortValue ?? Infinity
  const fits = isUp ? holder <= wished && wished < after : before < wished && wished <= holder
  return fits ? wished : holder
}
