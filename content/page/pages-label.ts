/** Returns a number of pages in words. */
export const pagesLabel = (count: number) => (count === 1 ? '1 page' : `${count} pages`)
