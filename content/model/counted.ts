/** Returns a number with the noun for it: `1 page`, `2,000 pages`. */
export const counted = (number: number, one: string, several: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${several}`
