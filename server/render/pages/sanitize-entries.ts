/**
 * Sanitizes the HTML of resources before they are sent or rendered, because a remote API, or older code, may have
 * stored it.
 */
import type { Versioned } from '#content/model/resource.ts'
import { htmlFields } from '#site/kinds.ts'
import { sanitizeHtmlCached } from '../sanitize-html-cached.ts'

type JsonObject = Record<string, unknown>

/** Returns the names of a resource's properties that hold HTML; none for other values. */
const htmlFieldsIn = ({ '@type': type }: JsonObject) =>
  typeof type === 'string' && Object.hasOwn(htmlFields, type) ? (htmlFields[type] ?? []) : []

/**
 * Sanitizes a value and all resources in it, such as the members of a collection; returns one without HTML as it is.
 */
const sanitizeValue = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const object = value as JsonObject
  const names = htmlFieldsIn(object)
  let copy: JsonObject | null = null
  for (const name of Object.keys(object)) {
    const inner = object[name]
    const isHtml = typeof inner === 'string' && names.includes(name)
    const clean = isHtml ? sanitizeHtmlCached(inner) : sanitizeValue(inner)
    if (clean === inner) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...object }) as JsonObject
    copy[name] = clean
  }
  return copy ?? value
}

/** Returns the entries with every property that holds HTML sanitized. */
export const sanitizeEntries = (entries: readonly Versioned[]): Versioned[] =>
  entries.map((entry) => {
    const resource = sanitizeValue(entry.resource) as Versioned['resource']
    return resource === entry.resource ? entry : { ...entry, resource }
  })
