/**
 * Sanitizes HTML and caches the result, since the same text is in every render. Not lru-cache, because the cache is
 * emptied as a whole when it is full.
 */
import { serializeAsBrowser, sanitizeStored } from '../store/types/sanitize-html.ts'

/** The maximum size of the cache in characters, keys and values together. */
const maxCachedCharacters = 4_000_000

const sanitized = new Map<string, string>()
let size = 0

/** Returns sanitized HTML as a browser writes it. */
export const sanitizeHtmlCached = (html: string) => {
  const cached = sanitized.get(html)
  if (cached !== undefined) return cached
  const clean = serializeAsBrowser(sanitizeStored(html))
  size += html.length + clean.length
  if (size > maxCachedCharacters) {
    sanitized.clear()
    size = html.length + clean.length
  }
  if (size <= maxCachedCharacters) sanitized.set(html, clean)
  return clean
}
