/** Sanitizes the HTML of resources before they are sent or rendered: a remote API, or older code, may have stored it. */
import type { Versioned } from '#content/model/resource.ts'
import { htmlFields } from '#site/kinds.ts'
import { sanitizeHtmlCached } from './sanitize-cache.ts'

/** Returns the entries with every property that holds HTML sanitized. */
export const sanitizeEntries = (entries: readonly Versioned[]): Versioned[] =>
  entries.map((entry) => {
    const { '@type': type } = entry.resource
    if (!Object.hasOwn(htmlFields, type)) return entry
    const resource = { ...entry.resource }
    for (const property of htmlFields[type] ?? []) {
      const html = resource[property]
      if (typeof html === 'string') resource[property] = sanitizeHtmlCached(html)
    }
    return { ...entry, resource }
  })
