/** Returns at most `count` of the items of a list that are in a set, the closest to an index first. */
export const closestTo = <T>(
  index: number,
  items: readonly T[],
  among: ReadonlySet<T>,
  count: number,
): T[] => {
  const found: T[] = []
  const center = Math.max(index, 0)
  for (let distance = 0; distance < items.length && found.length < count; distance += 1)
    for (const at of distance === 0 ? [center] : [center + distance, center - distance]) {
      const item = items[at]
      if (item !== undefined && among.has(item) && found.length < count) found.push(item)
    }
  return found
}
