/**
 * A queue of rows with a fixed number of cells. Its rows are no objects: the collector of garbage has nothing to copy, which
 * would cost more than all else that a recorder does.
 */

/** The number of rows that are allocated, and freed, at a time. */
const rowsOfBlock = 512

type Read<Result> = (cells: readonly unknown[], at: number) => Result

export class Slots {
  private readonly width: number
  private readonly blockLength: number
  private readonly blocks: unknown[][] = []
  private last: unknown[] = []
  private end: number
  private start = 0

  constructor(width: number) {
    this.width = width
    this.blockLength = rowsOfBlock * width
    this.end = this.blockLength
  }

  /** Adds an empty row, and returns where it is: `cells()[at]` is the first of its cells. */
  add() {
    if (this.end === this.blockLength) {
      this.last = Array.from<unknown>({ length: this.blockLength }).fill(undefined)
      this.blocks.push(this.last)
      this.end = 0
    }
    this.end += this.width
    return this.end - this.width
  }

  /** Returns the cells that the row added last is in. */
  cells() {
    return this.last
  }

  isEmpty() {
    return this.blocks.length === 0 || (this.blocks.length === 1 && this.start === this.end)
  }

  /** The first row is at `firstAt` of `firstCells`. */
  firstCells(): readonly unknown[] {
    return this.blocks[0]!
  }

  firstAt() {
    return this.start
  }

  removeFirst() {
    this.start += this.width
    if (this.start < this.blockLength) return
    this.blocks.shift()
    this.start = 0
    if (this.blocks.length === 0) this.end = this.blockLength
  }

  /** Returns what `read` returns for the last rows. */
  map<Result>(read: Read<Result>, count = Infinity) {
    const { blocks, width } = this
    const results: Result[] = []
    for (let block = blocks.length - 1; block >= 0 && results.length < count; block -= 1) {
      const from = block === 0 ? this.start : 0
      let at = (block === blocks.length - 1 ? this.end : this.blockLength) - width
      for (; at >= from && results.length < count; at -= width)
        results.push(read(blocks[block]!, at))
    }
    return results.toReversed()
  }
}
