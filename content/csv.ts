/** Writes CSV: https://www.rfc-editor.org/rfc/rfc4180 */

/** The mark by which spreadsheets know that a file is in UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * Quotes a text where it needs it. A spreadsheet would run a cell that begins like a formula, so it gets an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const cellOf = (text: string) => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns one line. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`
