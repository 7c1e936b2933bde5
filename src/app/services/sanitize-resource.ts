/** Prepares fetched resources for the cache: loads their views and sanitizes the properties these render as HTML. */
import type { Versioned } from '#content/model/resource.ts'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import { type Registry, getOwn } from '#src/views/registry/registry.ts'

export type SanitizeHtml = (html: string) => string | Promise<string>

/** Returns a function that prepares a resource; it is synchronous when the view is loaded and renders no HTML. */
export const createResourceSanitizer = (registry: Registry, sanitizeHtml: SanitizeHtml) => {
  const sanitize = (item: Versioned) => {
    const properties = getOwn(registry.components, item.resource['@type'])?.html
    return properties ? sanitizeProperties(item, properties, sanitizeHtml) : item
  }
  return (item: Versioned): Versioned | Promise<Versioned> => {
    const pendingViews = loadViewsFor(registry, [item.resource])
    return pendingViews ? pendingViews.then(() => sanitize(item)) : sanitize(item)
  }
}

const sanitizeProperties = async (
  item: Versioned,
  properties: string[],
  sanitizeHtml: SanitizeHtml,
) => {
  const resource = { ...item.resource }
  for (const property of properties) {
    const html = resource[property]
    if (typeof html === 'string') resource[property] = await sanitizeHtml(html)
  }
  return { ...item, resource }
}
