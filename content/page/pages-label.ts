/** Returns a number of pages in words. */
export const pagesLabel = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

/** Returns how many pages use something, such as ` (used by 2 pages)`; nothing while that is unknown. */
export const usedByNote = (count: number | null) =>
  count === null ? '' : ` (used by ${pagesLabel(count)})`

/** Says that something is in the layout, and on how many pages that is seen, where this is known. */
export const inLayoutNote = (count: number | null) =>
  count === null ? 'In the layout' : `In the layout, seen on ${pagesLabel(count)}`
