/**
 * A queue of rows with a fixed number of cells. Its rows are no objects: the collector of garbage has nothing to copy, which
 * would cost more than all else that a recorder does.
 */

/** The number of rows that are allocated, and freed, at a time. */
const rowsOfBlock = 512

export function createSlots(width: number) {
  const blockLength = rowsOfBlock * width
  const blocks: unknown[][] = []
  let last: unknown[] = []
  let end = blockLength
  let start = 0

  return {
    /** Adds an empty row, and returns where it is: `cells()[at]` is the first of its cells. */
    add: () => {
      if (end === blockLength) {
        last = new Array<unknown>(blockLength).fill(undefined)
        blocks.push(last)
        end = 0
      }
      end += width
      return end - width
    },
    /** Returns the cells that the row added last is in. */
    cells: () => last,
    isEmpty: () => blocks.length === 0 || (blocks.length === 1 && start === end),
    /** The first row is at `firstAt` of `firstCells`. */
    firstCells: () => blocks[0]!,
    firstAt: () => start,
    removeFirst: () => {
      start += width
      if (start < blockLength) return
      blocks.shift()
      start = 0
      if (blocks.length === 0) end = blockLength
    },
    /** Returns what `read` returns for the last rows. */
    map: <Result>(read: (cells: readonly unknown[], at: number) => Result, count = Infinity) => {
      const results: Result[] = []
      for (let block = blocks.length - 1; block >= 0 && results.length < count; block -= 1) {
        const from = block === 0 ? start : 0
        let at = (block === blocks.length - 1 ? end : blockLength) - width
        for (; at >= from && results.length < count; at -= width)
          results.push(read(blocks[block]!, at))
      }
      return results.reverse()
    },
  }
}
