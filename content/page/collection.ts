/** Collections: the page of results a component holds, and the address that selects it. */
import { flattenParameters } from '../links/query-parameters.ts'
import { type Iri, NEW_RESOURCE, isIriOf } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'

/** The parts of a list's envelope that are shown. */
export interface HydraCollection {
  totalItems: number
  member: Resource[]
  view?: { last?: string }
  /** The parameters by which it can be searched and ordered. */
  search?: { mapping: readonly { variable: string }[] }
}

const isHydraCollection = (value: unknown): value is HydraCollection =>
  typeof value === 'object' && value !== null && 'member' in value && Array.isArray(value.member)

/** Returns the list of a Collection component, or null if the resource it lists does not exist. */
export const collectionOf = (component: Resource): HydraCollection | null => {
  const collection = component['collection']
  return isHydraCollection(collection) ? collection : null
}

/** The key by which the list of a Collection component is cached before that is stored. */
export const NEW_LIST = `${NEW_RESOURCE}/list` as const

/** The number of entries that are shown of it, unless the component has another. */
const newListLength = 12

/** Returns what the list of a Collection component that is not stored is read from, by its settings. */
export const newListRequest = (settings: string) => {
  const [endpoint, perPage, parameters] = JSON.parse(settings) as [Iri, unknown, object | null]
  // A number that is still typed may be no valid length.
  const query = Object.entries({
    ...parameters,
    perPage: toPositiveInteger(perPage, newListLength),
  })
  return {
    endpoint,
    query: Object.fromEntries(query.flatMap(([name, value]) => flattenParameters(name, value))),
  }
}

/** Returns the settings of a Collection component that decide what it lists, as text to compare. */
export const listSettingsOf = (component: Resource | undefined) =>
  JSON.stringify(
    ['resourceIri', 'perPage', 'defaultQueryParameters'].map((name) => component?.[name]),
  )

const toPositiveInteger = (value: unknown, fallback = 1) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : fallback
}

/** Returns the page number in a query string, starting at 1. */
export const pageNumberIn = (search: string) =>
  toPositiveInteger(new URLSearchParams(search).get('page'))

/** Returns the title that a query string searches for; '' if there is none. */
export const titleQueryIn = (search: string) => new URLSearchParams(search).get('title') ?? ''

/** Returns the number of pages, read from the address of the last one; 1 if there is none. */
export const totalPagesOf = ({ view }: HydraCollection) =>
  toPositiveInteger(view?.last?.match(/[?&]page=(\d+)/)?.[1])

/** Returns the query string with some parameters changed; empty ones are removed. */
export const updateSearch = (search: string, changes: Readonly<Record<string, string | null>>) => {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  return query.size > 0 ? `?${query}` : ''
}

const maxPageLinks = 7

/** Returns at most seven page numbers: the first, the last, and those around the current one. Null is a gap. */
export const pageLinks = (page: number, pages: number): (number | null)[] => {
  if (pages <= maxPageLinks) return Array.from({ length: pages }, (_, at) => at + 1)
  const from = Math.min(Math.max(page - 1, 2), pages - 4)
  const middle = page < 4 ? [2, 3, 4, 5] : page > pages - 3 ? [] : [from, from + 1, from + 2]
  const end = page > pages - 3 ? [pages - 4, pages - 3, pages - 2, pages - 1] : []
  return [
    1,
    ...(page < 4 ? [] : [null]),
    ...middle,
    ...end,
    ...(page > pages - 3 ? [] : [null]),
    pages,
  ]
}

/** Returns the Image component for a member's card. */
export const imageOf = (member: Resource) => {
  const iri = member['image']
  return isIriOf('COMPONENT', iri) ? iri : undefined
}

/** Returns the components that a Collection shows without containing them. */
export const imagesOf = (component: Resource) => [
  ...new Set((collectionOf(component)?.member ?? []).flatMap((member) => imageOf(member) ?? [])),
]
