/** Finds the row of a tree that a key leads to (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/). */

interface TreeRow {
  depth: number
}

/** Returns the number of the row; undefined for a key that leads nowhere. */
export function treeStep(rows: readonly TreeRow[], from: number, key: string): number | undefined {
  const { depth = 0 } = rows[from] ?? {}
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: rows.length - 1,
    // To the one above it, and to the first one below it.
    ArrowLeft: rows.slice(0, Math.max(from, 0)).findLastIndex((row) => row.depth < depth),
    ArrowRight: (rows[from + 1]?.depth ?? 0) > depth ? from + 1 : -1,
  }[key]
  return to !== undefined && rows[to] ? to : undefined
}
