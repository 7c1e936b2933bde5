/** The gate in front of the cache: what draws content is there before it, and text that is shown as HTML is clean. */
import type { Versioned } from '#content/resource.ts'
import { viewsFor } from '#src/views/arriving.ts'
import { type Registry, named } from '#src/views/define.ts'

export type CleanHtml = (html: string) => string | Promise<string>

/** Cleans what came from the content API. Nothing is loaded, or waited for, where its view is there and shows no HTML. */
export const createGate = (registry: Registry, cleanHtml: CleanHtml) => {
  const clean = (item: Versioned) => {
    const properties = named(registry.components, item.resource['@type'])?.html
    return properties ? cleaned(item, properties, cleanHtml) : item
  }
  return (item: Versioned): Versioned | Promise<Versioned> => {
    const arriving = viewsFor(registry, [item.resource])
    return arriving ? arriving.then(() => clean(item)) : clean(item)
  }
}

const cleaned = async (item: Versioned, properties: string[], cleanHtml: CleanHtml) => {
  const resource = { ...item.resource }
  for (const property of properties) {
    const html = resource[property]
    if (typeof html === 'string') resource[property] = await cleanHtml(html)
  }
  return { ...item, resource }
}
