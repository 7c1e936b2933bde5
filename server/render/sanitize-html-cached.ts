/** Sanitizes HTML and caches the result, since the same text is in every render. */
import { serializeAsBrowser, sanitizeStored } from '../store/types/sanitize-html.ts'
import { cacheByText } from './text-cache.ts'

/** Returns sanitized HTML as a browser writes it. */
export const sanitizeHtmlCached = cacheByText((html) => serializeAsBrowser(sanitizeStored(html)))
