/** The gate in front of the cache: text that is shown as HTML is cleaned, whoever sent it. */
import type { Versioned } from '#content/resource.ts'
import type { Registry } from '#src/views/define.ts'

export type CleanHtml = (html: string) => string | Promise<string>

/** Cleans what came from the content API. Nothing is loaded, or waited for, where there is no HTML. */
export const createGate =
  ({ components }: Registry, cleanHtml: CleanHtml) =>
  (item: Versioned): Versioned | Promise<Versioned> => {
    const properties = components[item.resource['@type']]?.html
    return properties ? cleaned(item, properties, cleanHtml) : item
  }

const cleaned = async (item: Versioned, properties: string[], cleanHtml: CleanHtml) => {
  const resource = { ...item.resource }
  for (const property of properties) {
    const html = resource[property]
    if (typeof html === 'string') resource[property] = await cleanHtml(html)
  }
  return { ...item, resource }
}
