/** Where positions go within their group (api, section 4). Gaps are legal; nobody moves without need. */
import type { Iri } from './iri.ts'

export interface SortedPosition {
  iri: Iri
  sortValue: number
}

export interface OrderChange {
  sortValue: number
  /** The neighbours that make room, with their new places. */
  shifted: SortedPosition[]
}

const shift = (
  positions: readonly SortedPosition[],
  by: 1 | -1,
  affected: (place: number) => boolean,
) =>
  positions
    .filter(({ sortValue }) => affected(sortValue))
    .map(({ iri, sortValue }) => ({ iri, sortValue: sortValue + by }))

/** A place for one more: the last, or the wished one, where the rest makes room only if it is taken. */
export const insertAt = (positions: readonly SortedPosition[], requested?: number): OrderChange => {
  if (requested === undefined) {
    const last = positions.reduce((highest, { sortValue }) => Math.max(highest, sortValue), -1)
    return { sortValue: positions.length ? last + 1 : 0, shifted: [] }
  }
  const taken = positions.some(({ sortValue }) => sortValue === requested)
  return {
    sortValue: requested,
    shifted: taken ? shift(positions, 1, (at) => at >= requested) : [],
  }
}

/** Another place for one that is there: those it passes close up behind it. */
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
      ? shift(others, -1, (at) => at > previous && at <= requested)
      : shift(others, 1, (at) => at >= requested && at < previous)
  return { sortValue: requested, shifted }
}

/** The group as it is shown: by place, and by identity where two have the same. */
export const inSortOrder = <Position extends SortedPosition>(positions: readonly Position[]) =>
  positions.toSorted(
    (one, other) => one.sortValue - other.sortValue || (one.iri < other.iri ? -1 : 1),
  )
