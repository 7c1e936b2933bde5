/** Prepares fetched resources for the cache: loads their views and sanitizes the fields that contain HTML. */
import type { HtmlFields } from '#content/model/field.ts'
import type { Versioned } from '#content/model/resource.ts'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import { type Registry, getOwn } from '#src/views/registry/registry.ts'

type SanitizeHtml = (html: string) => string | Promise<string>

export interface Sanitizing {
  htmlFields: HtmlFields
  sanitizeHtml: SanitizeHtml
}

/** Returns a function that prepares a resource; it is synchronous when the view is loaded and there is no HTML. */
export const createResourceSanitizer = (registry: Registry, sanitizing: Sanitizing) => {
  const sanitize = (item: Versioned) => {
    const clean = sanitizeValue(item.resource, sanitizing)
    return clean instanceof Promise
      ? clean.then((resource): Versioned => ({
          ...item,
          resource: resource as Versioned['resource'],
        }))
      : item
  }
  return (item: Versioned): Versioned | Promise<Versioned> => {
    const pendingViews = loadViewsFor(registry, [item.resource])
    return pendingViews ? pendingViews.then(() => sanitize(item)) : sanitize(item)
  }
}

type JsonObject = Record<string, unknown>

/** Sanitizes a value and all resources in it, such as the members of a collection; returns one without HTML as it is. */
const sanitizeValue = (value: unknown, sanitizing: Sanitizing): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const names = getOwn(sanitizing.htmlFields, (value as JsonObject)['@type'] as string | undefined)
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    typeof inner === 'string' && names?.includes(name)
      ? Promise.resolve(sanitizing.sanitizeHtml(inner))
      : sanitizeValue(inner, sanitizing),
  ])
  return entries.some(([, inner]) => inner instanceof Promise) ? settle(value, entries) : value
}

/** Returns a copy of an object or list once its values are sanitized. */
const settle = async (value: object, entries: [string, unknown][]) => {
  const copy: JsonObject | unknown[] = Array.isArray(value) ? [] : {}
  for (const [name, inner] of entries) Reflect.set(copy, name, await inner)
  return copy
}
