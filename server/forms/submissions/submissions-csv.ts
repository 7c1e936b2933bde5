/** Writes submissions as CSV (RFC 4180), one a line, with a column for each field that any of them has. */
import type { FormSubmission } from '#content/forms/form-submission.ts'

/**
 * Quotes a text where it needs it. A spreadsheet would run a cell that begins like a formula, so it gets an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const cellOf = (text: string) => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

/** Collects the columns of submissions: the labels of their fields, by full name. */
export const createColumns = () => {
  const labels = new Map<string, string>()
  return {
    add: ({ entries }: FormSubmission) => {
      for (const { name, label } of entries) if (!labels.has(name)) labels.set(name, label)
    },

    /** Returns the first line, after a byte order mark, by which spreadsheets know that the file is in UTF-8. */
    header: () => `\ufeff${lineOf(['Received', 'Form', 'Test', ...labels.values()])}`,

    line: ({ createdAt, formType, isTest, entries }: FormSubmission) => {
      const values = new Map(entries.map(({ name, value }) => [name, value]))
      const cells = [...labels.keys()].map((name) => values.get(name) ?? '')
      return lineOf([createdAt, formType, isTest ? 'Yes' : '', ...cells])
    },
  }
}
