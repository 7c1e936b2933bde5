/**
 * Returns the row whose text begins with what was typed: from the current row on, or the next one for the same character
 * over and over; undefined for none.
 */
export const findRowByPrefix = <Row>(
  rows: readonly Row[],
  index: number,
  typed: string,
  textOf: (row: Row) => string,
) => {
  const isRepeated = [...typed].every((character) => character === typed[0])
  const prefix = (isRepeated ? typed.charAt(0) : typed).toLocaleLowerCase()
  const start = isRepeated ? index + 1 : index
  return [...rows.slice(start), ...rows.slice(0, start)].find((row) =>
    textOf(row).toLocaleLowerCase().startsWith(prefix),
  )
}
