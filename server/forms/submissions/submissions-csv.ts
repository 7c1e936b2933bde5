/** Writes submissions as CSV (RFC 4180), one a line, with a column for each field that any of them has. */
import type { FormSubmission } from '#content/forms/form-submission.ts'
import { byteOrderMark, csvLine } from '#content/csv.ts'

/** Collects the columns of submissions: the labels of their fields, by full name. */
export const createColumns = () => {
  const labels = new Map<string, string>()
  return {
    add: ({ entries }: FormSubmission) => {
      for (const { name, label } of entries) if (!labels.has(name)) labels.set(name, label)
    },

    /** Returns the first line. */
    header: () => byteOrderMark + csvLine(['Received', 'Form', 'Test', ...labels.values()]),

    line: ({ createdAt, formType, isTest, entries }: FormSubmission) => {
      const values = new Map(entries.map(({ name, value }) => [name, value]))
      const cells = [...labels.keys()].map((name) => values.get(name) ?? '')
      return csvLine([createdAt, formType, isTest ? 'Yes' : '', ...cells])
    },
  }
}
