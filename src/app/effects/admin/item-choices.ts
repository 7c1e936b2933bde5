/** Reads what can be chosen on the screen of an item of the admin area. */
import { propertyNamesOf } from '#content/admin/api-class.ts'
import type { ItemChoices, PageCopies } from '#content/admin/item-fields.ts'
import type { Option, PartType } from '#content/admin/item-form.ts'
import { parentIn } from '#content/admin/item-values.ts'
import { mostUsedFirst } from '#content/admin/most-used.ts'
import { parentChoices } from '#content/admin/parent-choices.ts'
import type { ShownList } from '#content/admin/resource-lists.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { textIn } from '#content/model/text-in.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { readDataTypeForm, readDocs } from './data-type-form.ts'
import { copiesEndpoint, endpointOf, readLayouts, readTemplates } from './resource-endpoints.ts'
import { designsFor } from './site-designs.ts'

interface ReadItem {
  /** Null for an item that is added. */
  resource: Resource | null
  /** The page of which a new one is to be a copy, or null. */
  copyOf: Iri | null
  signal: AbortSignal
}

/** The number of pages of routes that are read for the choice of a parent: a list with more than 300 helps nobody. */
const maxRoutePages = 3

const readRoutes = async ({ resources }: ContentApi, signal: AbortSignal) => {
  const routes: Resource[] = []
  for (let page = 1; page <= maxRoutePages; page += 1) {
    const query = { 'order[path]': 'asc' }
    const { members, hasNext } = await resources.list('/_/routes', { page, query, signal })
    routes.push(...members)
    if (!hasNext) break
  }
  return routes
}

/** Returns the pages that have a route, and the parent that an item has, whichever it is. */
const readParents = async (
  api: ContentApi,
  { resource, signal }: ReadItem,
): Promise<readonly Option[]> => {
  const found = parentChoices(await readRoutes(api, signal)).filter(
    ({ value }) => value !== resource?.['@id'],
  )
  const parent = resource ? parentIn(resource) : ''
  if (parent === '' || found.some(({ value }) => value === parent)) return found
  const current = await api.resources.read(parent, { signal }).catch(() => null)
  const label = current ? textIn(current.resource, 'title') : ''
  return [{ value: parent, label: label || parent }, ...found]
}

const noChoices: ItemChoices = {
  designs: [],
  layouts: [],
  templates: [],
  copies: null,
  parents: [],
  hasSocialImage: false,
  ownFields: [],
  partFields: [],
}

interface ReadChoices {
  choices: ItemChoices
  /** The components of page data. */
  parts: Readonly<Record<string, PartType>>
}

/** Reads the newest 100 of a list, which tell what most have: something new begins with that. */
const readUsed = async (
  { resources }: ContentApi,
  endpoint: Iri,
  { resource, signal }: ReadItem,
): Promise<readonly Resource[]> => {
  if (resource) return []
  const query = {
    'order[createdAt]': 'desc',
    ...(endpoint === '/_/pages' && { isTemplate: 'false' }),
  }
  return (await resources.list(endpoint, { query, signal })).members
}

const toCopied = (page: Resource): Option => ({
  value: page['@id'],
  label: `${page['isTemplate'] === true ? 'Template' : 'Page'}: ${textIn(page, 'reference')}`,
})

/** Returns the pages that can be copied; null for an existing page, and where the API does not copy any. */
const readCopies = async (
  api: ContentApi,
  { resource, copyOf, signal }: ReadItem,
): Promise<PageCopies | null> => {
  if (resource || (await copiesEndpoint(api)) === null) return null
  const query = { 'order[reference]': 'asc' }
  const { members } = await api.resources.list('/_/pages', { query, signal })
  const known = members.find((page) => page['@id'] === copyOf)
  const source =
    known ?? (copyOf === null ? null : (await api.resources.read(copyOf, { signal })).resource)
  const listed = source === null || known ? members : [source, ...members]
  const isPlain = (page: Resource) => page['isTemplate'] !== true
  return {
    source,
    pages: listed
      .toSorted((one, other) => Number(isPlain(one)) - Number(isPlain(other)))
      .map(toCopied),
  }
}

const readLayoutChoices = async (api: ContentApi, item: ReadItem): Promise<ReadChoices> => {
  const used = await readUsed(api, '/_/layouts', item)
  const stored = item.resource ? textIn(item.resource, 'uiComponent') : ''
  const designs = mostUsedFirst(designsFor('layouts', stored), used, 'uiComponent')
  return { choices: { ...noChoices, designs }, parts: {} }
}

const readPageChoices = async (api: ContentApi, item: ReadItem): Promise<ReadChoices> => {
  const { resource, signal } = item
  const [used, layouts, copies, parents, docs] = await Promise.all([
    readUsed(api, '/_/pages', item),
    readLayouts(api, signal),
    readCopies(api, item),
    readParents(api, item),
    readDocs(api, signal),
  ])
  const stored = resource ? textIn(resource, 'uiComponent') : ''
  const choices = {
    ...noChoices,
    designs: mostUsedFirst(designsFor('pages', stored), used, 'uiComponent'),
    layouts: mostUsedFirst(layouts, used, 'layout'),
    copies,
    parents,
    hasSocialImage: api.isEmbedded && propertyNamesOf(docs, 'Page').includes('socialImage'),
  }
  return { choices, parts: {} }
}

const readDataChoices = async (
  api: ContentApi,
  dataType: string,
  item: ReadItem,
): Promise<ReadChoices> => {
  const [used, templates, parents, { parts, ...form }] = await Promise.all([
    readUsed(api, await endpointOf(api, { name: 'data', dataType }), item),
    readTemplates(api, item.signal),
    readParents(api, item),
    readDataTypeForm(api, dataType, item.signal),
  ])
  const choices = {
    ...noChoices,
    ...form,
    templates: mostUsedFirst(templates, used, 'page'),
    parents,
  }
  return { choices, parts }
}

/** Returns what can be chosen on the screen of an item. */
export const readChoices = async (
  api: ContentApi,
  { name, dataType }: ShownList,
  item: ReadItem,
): Promise<ReadChoices> => {
  if (name === 'pages') return readPageChoices(api, item)
  if (name === 'layouts') return readLayoutChoices(api, item)
  if (name === 'data' && dataType !== null) return readDataChoices(api, dataType, item)
  return { choices: noChoices, parts: {} }
}
