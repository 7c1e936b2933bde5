/**
 * A queue of rows with a fixed number of cells, in one array whose rows are used again. No row is an object, and no array is
 * thrown away: the garbage collector has nothing to copy, which would cost more than all else that a recorder does.
 */

/** The number of rows for which there is room at first. */
const firstRows = 1024

type Read<Result> = (cells: readonly unknown[], at: number) => Result

export class Slots {
  /** The cells of all rows. A row that is used again still has what it had before. */
  cells: unknown[]
  private readonly width: number
  /** The places of the first row, and of the one after the last. */
  private start = 0
  private end = 0
  private rows = 0

  constructor(width: number) {
    this.width = width
    this.cells = emptyCells(firstRows * width)
  }

  /** Adds a row, and returns where it is: `cells[at]` is the first of its cells. */
  add() {
    const { width, end } = this
    if (end === this.start && this.rows > 0) return this.addToLarger()
    const after = end + width
    this.end = after === this.cells.length ? 0 : after
    this.rows += 1
    return end
  }

  isEmpty() {
    return this.rows === 0
  }

  /** Returns where the first row is. */
  first() {
    return this.start
  }

  removeFirst() {
    const after = this.start + this.width
    this.start = after === this.cells.length ? 0 : after
    this.rows -= 1
  }

  /** Returns what `read` returns for the last rows. */
  map<Result>(read: Read<Result>, count = this.rows) {
    const { cells, width, start, rows } = this
    const length = Math.min(count, rows)
    return Array.from({ length }, (_, index) =>
      read(cells, (start + (rows - length + index) * width) % cells.length),
    )
  }

  /** Doubles the room, and adds a row. */
  private addToLarger(): number {
    const { cells, start } = this
    const length = cells.length
    this.cells = emptyCells(2 * length)
    for (let at = 0; at < length; at += 1) this.cells[at] = cells[(start + at) % length]
    this.start = 0
    this.end = length
    return this.add()
  }
}

const emptyCells = (length: number) => Array.from<unknown>({ length }).fill(undefined)
