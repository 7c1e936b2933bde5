import { type TypedWords, htmlOf, plainTextOf } from './plain-text.ts'

/** Copies a value as HTML and as plain text. Resolves with false where the browser refuses it. */
export const copyWords = async (words: TypedWords) => {
  const blob = (type: string, text: string) => new Blob([text], { type })
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': blob('text/plain', plainTextOf(words)),
        'text/html': blob('text/html', htmlOf(words)),
      }),
    ])
    return true
  } catch {
    return false
  }
}
