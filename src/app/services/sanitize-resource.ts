/** The gate in front of the cache: what draws content is there before it, and text that is shown as HTML is clean. */
import type { Versioned } from '#content/model/resource.ts'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import { type Registry, getOwn } from '#src/views/registry/registry.ts'

export type SanitizeHtml = (html: string) => string | Promise<string>

/** Cleans what came from the content API. Nothing is loaded, or waited for, where its view is there and shows no HTML. */
export const createResourceSanitizer = (registry: Registry, cleanHtml: SanitizeHtml) => {
  const sanitize = (item: Versioned) => {
    const properties = getOwn(registry.components, item.resource['@type'])?.html
    return properties ? sanitizeProperties(item, properties, cleanHtml) : item
  }
  return (item: Versioned): Versioned | Promise<Versioned> => {
    const pendingViews = loadViewsFor(registry, [item.resource])
    return pendingViews ? pendingViews.then(() => sanitize(item)) : sanitize(item)
  }
}

const sanitizeProperties = async (
  item: Versioned,
  properties: string[],
  cleanHtml: SanitizeHtml,
) => {
  const resource = { ...item.resource }
  for (const property of properties) {
    const html = resource[property]
    if (typeof html === 'string') resource[property] = await cleanHtml(html)
  }
  return { ...item, resource }
}
