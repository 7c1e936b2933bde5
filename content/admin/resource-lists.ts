/** The lists of the admin area: what each is searched, sorted and filtered by, and the parameters of its requests. */
import type { Iri } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'
import { pageNumberIn } from '../page/collection.ts'
import { safeDecodeUri } from '../navigation/location.ts'
import type { ScreenPath } from '../navigation/screens.ts'
import type { BulkAction } from './bulk-change.ts'
import type { Option } from './item-form.ts'

/** A list of one type of resource; `data` lists page data of the type that the path names, `dataTypes` those types. */
export type ListName = 'pages' | 'layouts' | 'routes' | 'users' | 'data' | 'dataTypes'

interface ResourceListDefinition {
  /** Null for page data: the entry point of the API names the endpoint of each type. */
  endpoint: Iri | null
  /** The parameters of the API that search. It finds what any of them finds. */
  searchBy: readonly string[]
  /** True if items can be added. */
  isExtensible: boolean
  /** The values of the parameter `sort`: a property, after a minus sign in descending order. The first is the default. */
  orders: readonly Option[]
  /** The parameter of the API that filters, and its values. '' is for all. */
  filter?: { name: string; label: string; choices: readonly Option[] }
  /** The words for one of what is listed, and for several. */
  nouns: readonly [one: string, several: string]
  /** Explains what to do where there are none. */
  emptyHint: string
}

const newestFirst: Option = { value: '-createdAt', label: 'Newest first' }
const oldestFirst: Option = { value: 'createdAt', label: 'Oldest first' }
const byName = (property: string): readonly Option[] => [
  newestFirst,
  oldestFirst,
  { value: property, label: 'A to Z' },
  { value: `-${property}`, label: 'Z to A' },
]

export const resourceLists: Readonly<Record<ListName, ResourceListDefinition>> = {
  pages: {
    endpoint: '/_/pages',
    isExtensible: true,
    searchBy: ['reference', 'title', 'uiComponent'],
    orders: byName('reference'),
    filter: {
      name: 'isTemplate',
      label: 'Type',
      choices: [
        { value: '', label: 'Pages and templates' },
        { value: 'false', label: 'Pages' },
        { value: 'true', label: 'Templates' },
      ],
    },
    nouns: ['page', 'pages'],
    emptyHint: 'There are no pages yet. Add the first one.',
  },
  layouts: {
    endpoint: '/_/layouts',
    isExtensible: true,
    searchBy: ['reference', 'uiComponent'],
    orders: byName('reference'),
    nouns: ['layout', 'layouts'],
    emptyHint: 'There are no layouts yet. Add one: every page needs a layout.',
  },
  routes: {
    endpoint: '/_/routes',
    isExtensible: false,
    searchBy: ['path'],
    orders: byName('path'),
    nouns: ['route', 'routes'],
    emptyHint: 'There are no routes yet. A page gets its route on its own screen.',
  },
  users: {
    endpoint: '/users',
    isExtensible: true,
    searchBy: ['emailAddress', 'username'],
    orders: byName('username'),
    nouns: ['user', 'users'],
    emptyHint: 'There are no users.',
  },
  data: {
    endpoint: null,
    isExtensible: true,
    searchBy: ['title'],
    orders: byName('title'),
    nouns: ['item', 'items'],
    emptyHint: 'There are none yet. Add the first one.',
  },
  dataTypes: {
    endpoint: '/_/page_data_metadatas',
    isExtensible: false,
    searchBy: [],
    orders: [],
    nouns: ['type', 'types'],
    emptyHint: 'This site has no types of data: content that many pages show by one template.',
  },
}

/** The list that a path shows, and the type of page data, as the entry point of the API names it. */
export interface ShownList {
  name: ListName
  dataType: string | null
}

const listPaths = {
  pages: '/_cwa/pages',
  layouts: '/_cwa/layouts',
  routes: '/_cwa/routes',
  users: '/_cwa/users',
  data: '/_cwa/data',
  dataTypes: '/_cwa/data',
} as const satisfies Record<ListName, ScreenPath>

/** Returns the list at the path of its screen, or of one of its items: `/_cwa/data/blogArticleData/…`. */
export const listAt = (path: string): ShownList => {
  const [, , name = '', type = ''] = path.split('/')
  if (name !== 'data') return { name: name as ListName, dataType: null }
  return type === ''
    ? { name: 'dataTypes', dataType: null }
    : { name, dataType: safeDecodeUri(type) }
}

/** Returns the path of the screen of a list. */
export const listPath = ({ name, dataType }: ShownList) =>
  dataType === null ? listPaths[name] : `${listPaths[name]}/${encodeURIComponent(dataType)}`

/** The last part of the path of a screen on which something is added. */
const newItem = 'add'

/** Returns the path of the screen of an item; without an IRI, of the one that adds an item. */
export const itemPath = (list: ShownList, iri: Iri | null) =>
  `${listPath(list)}/${iri === null ? newItem : encodeURIComponent(iri)}`

/** Returns the IRI of the item whose screen has a path; null on the screen that adds one. */
export const itemIriIn = (path: string): Iri | null => {
  const name = safeDecodeUri(path.slice(path.lastIndexOf('/') + 1))
  return name === newItem ? null : name
}

/** True for the path of the screen of an item, or of one that adds an item. */
export const isItemPath = (path: string) =>
  /^\/_cwa\/((pages|layouts|users)|data\/[^/]+)\/[^/]+$/.test(path)

/** Adds the query string of a list before the hash of a path, which leads back to the list as it is. */
export const withSearch = (href: string, search: string) => {
  const [path, hash] = href.split('#')
  return `${path}${search}${hash ? `#${hash}` : ''}`
}

/** Returns the name of a type in the entry point: `blogArticleData` for `BlogArticleData` or `App\Entity\BlogArticleData`. */
export const entryOf = (type: string) => {
  const name = type.slice(type.lastIndexOf('\\') + 1)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** One page of a list. */
export interface ResourceListPage {
  members: readonly Resource[]
  /** The number of all that match. */
  total: number
  /** The number of pages. */
  pages: number
  /** The names that people see for names of layouts and templates, and for the IRIs of templates. */
  labels: Readonly<Record<string, string>>
  /** The name of what is listed, where the screen has several lists. */
  title: string | null
  /** The changes that can be made of several rows at once; none where they are left out. */
  actions?: readonly BulkAction[]
  /** The account that is signed in, where accounts are listed: it is not changed together with others. */
  own?: Iri
}

/** The number of rows that the API returns at most in one answer. */
export const maxAnswerSize = 100

/** The numbers of rows on a page. Those that are more than one answer has are read in several. */
export const pageSizes: readonly string[] = ['20', '50', '100', '200', '500']

/** A longer page has only those rows in its document that are near what is shown. */
export const maxRenderedRows = 200

const askedSizeIn = (search: string) => Number(new URLSearchParams(search).get('perPage'))

/** Returns the number of rows on a page of the list: the size that has those that the query string asks for, or the largest. */
export const pageSizeIn = (search: string) => {
  const asked = askedSizeIn(search)
  return pageSizes.find((size) => !(asked > Number(size))) ?? pageSizes.at(-1)!
}

/** Returns the order by the query string of a screen: the value of one of the list's `orders`. */
export const orderIn = (name: ListName, search: string) => {
  const { orders } = resourceLists[name]
  const sort = new URLSearchParams(search).get('sort')
  return (orders.find(({ value }) => value === sort) ?? orders[0])?.value ?? ''
}

/** Returns the value of the list's filter by the query string of a screen; '' for all. */
export const filterIn = (name: ListName, search: string) => {
  const { filter } = resourceLists[name]
  const value = filter ? new URLSearchParams(search).get(filter.name) : null
  return filter?.choices.some((choice) => choice.value === value) ? value! : ''
}

/** Returns the words that a query string searches for; '' for none. */
export const wordsIn = (search: string) => new URLSearchParams(search).get('search') ?? ''

/** True if the query string of a screen leaves out some of the list. */
export const isFiltered = (name: ListName, search: string) =>
  wordsIn(search) !== '' || filterIn(name, search) !== ''

/** Returns the parameters by which a page of a list is read, by the query string of its screen. */
export const resourceListQuery = (
  name: ListName,
  search: string,
): Readonly<Record<string, string>> => {
  const { searchBy, filter } = resourceLists[name]
  const order = orderIn(name, search)
  const property = order.replace('-', '')
  const words = wordsIn(search)
  const filtered = filterIn(name, search)
  return {
    page: String(pageNumberIn(search)),
    perPage: pageSizeIn(search),
    ...(property && { [`order[${property}]`]: order === property ? 'asc' : 'desc' }),
    ...(words && Object.fromEntries(searchBy.map((parameter) => [parameter, words]))),
    ...(filter && filtered && { [filter.name]: filtered }),
  }
}

/** Returns the title of the screen that adds something to a list. */
export const addingTitle = (name: ListName) =>
  name === 'data' ? 'Add an item' : `Add a ${resourceLists[name].nouns[0]}`

/** Returns which of all rows are on the page: `21–40 of `; '' where all of them are. */
const rangeIn = (total: number, search: string) => {
  const size = Number(pageSizeIn(search))
  const before = (pageNumberIn(search) - 1) * size
  if (total <= size || before >= total) return ''
  const [first, last] = [before + 1, Math.min(before + size, total)]
  return `${first.toLocaleString('en')}–${last.toLocaleString('en')} of `
}

/** Says why there are fewer rows on the page than the query string asks for. */
const limitIn = (total: number, search: string) => {
  const most = Number(pageSizes.at(-1))
  return askedSizeIn(search) > most && total > most ? `, at most ${most} on a page` : ''
}

/** Returns how many there are, or explains what to do where there are none. */
export const listSummary = (name: ListName, total: number, search: string) => {
  const [one, several] = resourceLists[name].nouns
  if (total > 0)
    return `${rangeIn(total, search)}${total.toLocaleString('en')} ${total === 1 ? one : several}${limitIn(total, search)}`
  return isFiltered(name, search)
    ? 'Nothing was found. Try fewer words, or show all.'
    : resourceLists[name].emptyHint
}
