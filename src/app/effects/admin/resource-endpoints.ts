/** Finds what the screens of the admin area read: the endpoints of lists, and the templates of page data. */
import type { FoundChoices, Option } from '#content/admin/item-form.ts'
import { type ShownList, resourceLists } from '#content/admin/resource-lists.ts'
import { textIn } from '#content/model/text-in.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
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

/** Returns a layout or a template as an option, by its name. */
export const namedOption = (item: Resource): Option => ({
  value: item['@id'],
  label: textIn(item, 'reference'),
})

const readNamed = async (
  { resources }: ContentApi,
  { endpoint, ...query }: { endpoint: Iri; isTemplate?: string },
  signal: AbortSignal,
): Promise<FoundChoices> => {
  const order = { 'order[reference]': 'asc' }
  const { members, total } = await resources.list(endpoint, {
    query: { ...query, ...order },
    signal,
  })
  return { options: members.map(namedOption), total }
}

/** Returns the first of the pages that are templates of page data, by their names. */
export const readTemplates = (api: ContentApi, signal: AbortSignal) =>
  readNamed(api, { endpoint: '/_/pages', isTemplate: 'true' }, signal)

/** Returns the first of the layouts of pages, by their names. */
export const readLayouts = (api: ContentApi, signal: AbortSignal) =>
  readNamed(api, { endpoint: '/_/layouts' }, signal)
