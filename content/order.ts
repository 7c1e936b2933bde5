/** Where positions go within their group (api, section 4). Gaps are legal; nobody moves without need. */
import type { Iri } from './iri.ts'

export interface Placed {
  iri: Iri
  sortValue: number
}

export interface Placing {
  sortValue: number
  /** The neighbours that make room, with their new places. */
  shifted: Placed[]
}

const shift = (positions: readonly Placed[], by: 1 | -1, affected: (place: number) => boolean) =>
  positions
    .filter(({ sortValue }) => affected(sortValue))
    .map(({ iri, sortValue }) => ({ iri, sortValue: sortValue + by }))

/** A place for one more: the last, or the wished one, where the rest makes room only if it is taken. */
export const insertAt = (positions: readonly Placed[], wished?: number): Placing => {
  if (wished === undefined) {
    const last = positions.reduce((highest, { sortValue }) => Math.max(highest, sortValue), -1)
    return { sortValue: positions.length ? last + 1 : 0, shifted: [] }
  }
  const taken = positions.some(({ sortValue }) => sortValue === wished)
  return { sortValue: wished, shifted: taken ? shift(positions, 1, (at) => at >= wished) : [] }
}

/** Another place for one that is there: those it passes close up behind it. */
export const moveTo = (positions: readonly Placed[], iri: Iri, wished: number): Placing => {
  const others = positions.filter((position) => position.iri !== iri)
  const old = positions.find((position) => position.iri === iri)?.sortValue
  if (old === undefined) return insertAt(others, wished)
  const shifted =
    wished > old
      ? shift(others, -1, (at) => at > old && at <= wished)
      : shift(others, 1, (at) => at >= wished && at < old)
  return { sortValue: wished, shifted }
}

/** The group as it is shown: by place, and by identity where two have the same. */
export const inOrder = <Position extends Placed>(positions: readonly Position[]) =>
  positions.toSorted(
    (one, other) => one.sortValue - other.sortValue || (one.iri < other.iri ? -1 : 1),
  )
