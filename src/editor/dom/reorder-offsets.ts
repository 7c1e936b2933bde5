/**
 * Decides, when components of a group have been reordered, which of them are animated to their new positions and from
 * where.
 */
import type { Point } from '#content/page/geometry/box.ts'

/** The vertical extent of an element or of a part of the page. */
interface Extent {
  top: number
  bottom: number
}

/** True if the items that are in both lists are in another order. Added and removed items do not count. */
export function isReordered<T>(before: readonly T[], after: readonly T[]) {
  if (before === after) return false
  const had = new Set(before)
  const has = new Set(after)
  const kept = after.filter((item) => had.has(item))
  return before.filter((item) => has.has(item)).some((item, index) => item !== kept[index])
}

/**
 * Returns the items that overlap a part of the page. It measures few of the others, because it relies on the items being
 * one below the other.
 */
export function itemsWithin<T>(items: readonly T[], extentOf: (item: T) => Extent, area: Extent) {
  const { start, end } = indicesWithin(items, extentOf, area)
  return items.slice(start, end)
}

/** Returns the index of the first of these items and that after the last one. */
export function indicesWithin<T>(
  items: ArrayLike<T>,
  extentOf: (item: T) => Extent,
  { top, bottom }: Extent,
) {
  const start = firstIndex(items, 0, (item) => extentOf(item).bottom >= top)
  return { start, end: firstIndex(items, start, (item) => extentOf(item).top > bottom) }
}

/**
 * Returns the index of the first item from the index `from` on that fulfills a condition, as all after it do, or the number of
 * items.
 */
function firstIndex<T>(items: ArrayLike<T>, from: number, isFulfilled: (item: T) => boolean) {
  let start = from
  let end = items.length
  while (start < end) {
    const middle = Math.floor((start + end) / 2)
    if (isFulfilled(items[middle]!)) end = middle
    else start = middle + 1
  }
  return start
}

/** Below this distance in pixels nobody sees a movement. */
const visibleDistance = 1

/**
 * Returns how far each item's old point is from its new one. Items that stay where they are, and those that are gone, are
 * left out.
 */
export function offsetsBetween<T>(before: ReadonlyMap<T, Point>, after: ReadonlyMap<T, Point>) {
  const offsets = new Map<T, Point>()
  for (const [item, { x, y }] of before) {
    const point = after.get(item)
    if (!point) continue
    const offset = { x: x - point.x, y: y - point.y }
    if (Math.hypot(offset.x, offset.y) >= visibleDistance) offsets.set(item, offset)
  }
  return offsets
}
