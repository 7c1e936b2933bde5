/** Finds the row of a list to which a key moves the focus. */

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Returns the row to which a key moves from another one; undefined for no row, and for any other key. */
export const rowByKey = <Row>(rows: readonly Row[], at: number, key: string): Row | undefined =>
  Object.hasOwn(steps, key) ? rows[steps[key]!(at, rows.length - 1)] : undefined
