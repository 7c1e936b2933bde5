/** Finds what the screens of the admin area read: the endpoints of lists, and the templates of page data. */
import { type ShownList, resourceLists } from '#content/admin/resource-lists.ts'
import { textIn } from '#content/model/text-in.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { isObject } from '#content/is-object.ts'
import type { ContentApi } from '#src/api/content-api.ts'

/** Returns the endpoint of a list. Fails with `notFound` for page data of a type that the API does not have. */
export const endpointOf = async (api: ContentApi, { name, dataType }: ShownList): Promise<Iri> => {
  const { endpoint } = resourceLists[name]
  if (endpoint !== null) return endpoint
  const entryPoint = await api.readEntryPoint()
  const found =
    isObject(entryPoint) && Object.hasOwn(entryPoint, dataType ?? '') && entryPoint[dataType ?? '']
  if (typeof found !== 'string' || !found.startsWith('/page_data/'))
    throw new Failure('notFound', { status: 404, message: 'This site has no such data.' })
  return found
}

/** Returns the endpoint that copies pages; null for an API that does not. */
export const copiesEndpoint = async (api: ContentApi): Promise<Iri | null> => {
  const entryPoint = await api.readEntryPoint()
  const found = isObject(entryPoint) ? entryPoint['pageCopy'] : null
  return typeof found === 'string' ? found : null
}

/** Returns the pages that are templates of page data, by their names. */
export const readTemplates = async ({ resources }: ContentApi, signal: AbortSignal) => {
  const query = { isTemplate: 'true', 'order[reference]': 'asc' }
  const { members } = await resources.list('/_/pages', { query, signal })
  return members.map((page) => ({ value: page['@id'], label: textIn(page, 'reference') }))
}

/** Returns the layouts of pages, by their names. */
export const readLayouts = async ({ resources }: ContentApi, signal: AbortSignal) => {
  const query = { 'order[reference]': 'asc' }
  const { members } = await resources.list('/_/layouts', { query, signal })
  return members.map((layout) => ({ value: layout['@id'], label: textIn(layout, 'reference') }))
}
