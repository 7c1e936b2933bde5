import type { EnteredValue } from '#content/change/fields/field-value.ts'
import { htmlOf, plainTextOf } from './plain-text.ts'

/** Copies a value as HTML and as plain text. Rejects where the browser refuses it. */
export const copyText = async (typed: EnteredValue) => {
  const blob = (type: string, text: string) => new Blob([text], { type })
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': blob('text/plain', plainTextOf(typed)),
      'text/html': blob('text/html', htmlOf(typed)),
    }),
  ])
}
