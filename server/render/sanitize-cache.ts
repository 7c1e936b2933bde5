/** HTML cleaned once for all pages that show it: the same text comes with every render. */
import { sanitizeStored } from '../store/types/sanitize-html.ts'

/** In characters of what is kept, both sides counted. */
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
