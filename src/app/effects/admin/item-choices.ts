/** Reads what can be chosen on the screen of an item of the admin area. */
import { propertyNamesOf } from '#content/admin/api-class.ts'
import type { ItemChoices, NeededChoice, PageCopies } from '#content/admin/item-fields.ts'
import type { FoundChoices, Option, PartType } from '#content/admin/item-form.ts'
import { parentIn } from '#content/admin/item-values.ts'
import { mostUsed, mostUsedFirst } from '#content/admin/most-used.ts'
import { parentChoices } from '#content/admin/parent-choices.ts'
import type { ShownList } from '#content/admin/resource-lists.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { textIn } from '#content/model/text-in.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { readDataTypeForm, readDocs } from './data-type-form.ts'
import {
  copiesEndpoint,
  endpointOf,
  namedOption,
  readLayouts,
  readTemplates,
} from './resource-endpoints.ts'
import { designsFor } from './site-designs.ts'

interface ReadItem {
  /** Null for an item that is added. */
  resource: Resource | null
  /** The page of which a new one is to be a copy, or null. */
  copyOf: Iri | null
  signal: AbortSignal
}

/** Returns the parent of an item, or of the page that it is a copy of. */
const readParent = async (
  { resources }: ContentApi,
  child: Resource | null,
  signal: AbortSignal,
): Promise<Option | null> => {
  const parent = child ? parentIn(child) : ''
  if (parent === '') return null
  const read = (iri: Iri) => resources.read(iri, { signal }).catch(() => null)
  const current = await read(parent)
  const route = current ? textIn(current.resource, 'route') : ''
  const found = route === '' ? null : await read(route)
  const label = current ? textIn(current.resource, 'title') : ''
  return {
    value: parent,
    label: (found && parentChoices([found.resource])[0]?.label) || label || parent,
  }
}

const noChoices: ItemChoices = {
  designs: [],
  layouts: { options: [], isSearched: false },
  templates: { options: [], isSearched: false },
  copies: null,
  parent: null,
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

/** Returns the page that a new one is to be a copy of; null for an existing page, and where the API does not copy any. */
const readCopies = async (
  api: ContentApi,
  { resource, copyOf, signal }: ReadItem,
): Promise<PageCopies | null> => {
  if (resource || (await copiesEndpoint(api)) === null) return null
  const source = copyOf === null ? null : (await api.resources.read(copyOf, { signal })).resource
  return { source }
}

const readLayoutChoices = async (api: ContentApi, item: ReadItem): Promise<ReadChoices> => {
  const used = await readUsed(api, '/_/layouts', item)
  const stored = item.resource ? textIn(item.resource, 'uiComponent') : ''
  const designs = mostUsedFirst(designsFor('layouts', stored), used, 'uiComponent')
  return { choices: { ...noChoices, designs }, parts: {} }
}

const readCopiesWithParent = async (api: ContentApi, item: ReadItem) => {
  const copies = await readCopies(api, item)
  const parent = await readParent(api, item.resource ?? copies?.source ?? null, item.signal)
  return { copies, parent }
}

interface NeededRead {
  /** The property that holds the choice. */
  property: 'layout' | 'page'
  found: FoundChoices
  used: readonly Resource[]
}

/** Returns what an item needs one of, the stored one first, or that which most have: there may be more than were read at once. */
const neededChoice = async (
  { resources }: ContentApi,
  { property, found, used }: NeededRead,
  { resource, signal }: ReadItem,
): Promise<NeededChoice> => {
  const isSearched = found.total > found.options.length
  const options = mostUsedFirst(found.options, used, property)
  if (!isSearched) return { options, isSearched }
  const first = (resource && textIn(resource, property)) || mostUsed(used, property)
  const known = options.find(({ value }) => value === first)
  if (first === '' || known) return { options: known ? [known] : options, isSearched }
  const read = await resources.read(first, { signal }).catch(() => null)
  return {
    options: [read ? namedOption(read.resource) : { value: first, label: first }],
    isSearched,
  }
}

const readPageChoices = async (api: ContentApi, item: ReadItem): Promise<ReadChoices> => {
  const { resource, signal } = item
  const [used, layouts, { copies, parent }, docs] = await Promise.all([
    readUsed(api, '/_/pages', item),
    readLayouts(api, signal),
    readCopiesWithParent(api, item),
    readDocs(api, signal),
  ])
  const stored = resource ? textIn(resource, 'uiComponent') : ''
  const choices = {
    ...noChoices,
    designs: mostUsedFirst(designsFor('pages', stored), used, 'uiComponent'),
    layouts: await neededChoice(api, { property: 'layout', found: layouts, used }, item),
    copies,
    parent,
    hasSocialImage: api.isEmbedded && propertyNamesOf(docs, 'Page').includes('socialImage'),
  }
  return { choices, parts: {} }
}

const readDataChoices = async (
  api: ContentApi,
  dataType: string,
  item: ReadItem,
): Promise<ReadChoices> => {
  const [used, templates, parent, { parts, ...form }] = await Promise.all([
    readUsed(api, await endpointOf(api, { name: 'data', dataType }), item),
    readTemplates(api, item.signal),
    readParent(api, item.resource, item.signal),
    readDataTypeForm(api, dataType, item.signal),
  ])
  const choices = {
    ...noChoices,
    ...form,
    templates: await neededChoice(api, { property: 'page', found: templates, used }, item),
    parent,
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
