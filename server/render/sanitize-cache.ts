/** Sanitizes HTML and caches the result, since the same text is in every render. */
import { sanitizeStored } from '../store/types/sanitize-html.ts'

/** In characters, keys and values together. */
const limit = 4_000_000

const cleaned = new Map<string, string>()
let size = 0

export const cleanHtml = (html: string) => {
  const known = cleaned.get(html)
  if (known !== undefined) return known
  const clean = sanitizeStored(html)
  size += html.length + clean.length
  if (size > limit) {
    cleaned.clear()
    size = html.length + clean.length
  }
  if (size <= limit) cleaned.set(html, clean)
  return clean
}
