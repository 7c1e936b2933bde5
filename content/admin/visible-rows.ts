/** Finds the rows of a long list that are in sight, which are the only ones that are rendered. */

/** The number of rows that are rendered above and below, so that nothing is empty while scrolling. */
const spare = 6

/** Returns the first of the rows of one height, and the one after the last. */
export const visibleRows = (
  { top, height }: { top: number; height: number },
  count: number,
  rowHeight: number,
) => ({
  first: Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - spare),
  end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare),
})
