/** Sort values of positions within their group. Gaps are allowed; positions move only if they have to. */
import type { Iri } from './iri.ts'

export interface SortedPosition {
  iri: Iri
  sortValue: number
}

export interface OrderChange {
  sortValue: number
  /** Other positions that make room or close up, with their new sort values. */
  shifted: SortedPosition[]
}

const shift = (
  positions: readonly SortedPosition[],
  by: 1 | -1,
  isAffected: (sortValue: number) => boolean,
) =>
  positions
    .filter(({ sortValue }) => isAffected(sortValue))
    .map(({ iri, sortValue }) => ({ iri, sortValue: sortValue + by }))

/** Inserts a position at the end, or at the requested sort value; if that is taken, the positions from there on move up. */
export const insertAt = (positions: readonly SortedPosition[], requested?: number): OrderChange => {
  if (requested === undefined) {
    const last = positions.reduce((highest, { sortValue }) => Math.max(highest, sortValue), -1)
    return { sortValue: positions.length ? last + 1 : 0, shifted: [] }
  }
  const isTaken = positions.some(({ sortValue }) => sortValue === requested)
  return {
    sortValue: requested,
    shifted: isTaken ? shift(positions, 1, (sortValue) => sortValue >= requested) : [],
  }
}

/** Moves a position to another sort value; the positions in between close up behind it. */
export const moveTo = (
  positions: readonly SortedPosition[],
  iri: Iri,
  requested: number,
): OrderChange => {
  const others = positions.filter((position) => position.iri !== iri)
  const previous = positions.find((position) => position.iri === iri)?.sortValue
  if (previous === undefined) return insertAt(others, requested)
  const shifted =
    requested > previous
      ? shift(others, -1, (sortValue) => sortValue > previous && sortValue <= requested)
      : shift(others, 1, (sortValue) => sortValue >= requested && sortValue < previous)
  return { sortValue: requested, shifted }
}

/** Returns positions in the order they are shown: by sort value, then by IRI. */
export const inSortOrder = <Position extends SortedPosition>(positions: readonly Position[]) =>
  positions.toSorted(
    (one, other) => one.sortValue - other.sortValue || (one.iri < other.iri ? -1 : 1),
  )
