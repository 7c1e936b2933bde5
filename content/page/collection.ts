/** What a Collection holds: a part of a list, and which part the address asks for. */
import { type Iri, iriTypeOf } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'

/** The envelope of a list (api, section 1.3), as far as it is shown. */
export interface HydraCollection {
  totalItems: number
  member: Resource[]
  view?: { last?: string }
}

const isHydraCollection = (value: unknown): value is HydraCollection =>
  typeof value === 'object' && value !== null && 'member' in value && Array.isArray(value.member)

/** Null where what it is to list is not there. */
export const collectionOf = (collection: Resource): HydraCollection | null => {
  const listed = collection['collection']
  return isHydraCollection(listed) ? listed : null
}

const toPositiveInteger = (text: string | null | undefined) => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : 1
}

export const pageNumberIn = (search: string) =>
  toPositiveInteger(new URLSearchParams(search).get('page'))
export const titleQueryIn = (search: string) => new URLSearchParams(search).get('title') ?? ''

/** As many as the last page's address says; one where there is no other. */
export const pageCountOf = ({ view }: HydraCollection) =>
  toPositiveInteger(view?.last?.match(/[?&]page=(\d+)/)?.[1])

/** The same address but for what is changed; what is empty is left out. */
export const updateSearch = (search: string, changes: Readonly<Record<string, string | null>>) => {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  return query.size > 0 ? `?${query}` : ''
}

const maxPageLinks = 7

/** At most seven pages: the first, the last, and those around this one; null is a gap. */
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

/** The picture on a member's card, which is a component of its own. */
export const imageOf = (member: Resource): Iri | undefined => {
  const iri = member['image']
  return typeof iri === 'string' && iriTypeOf(iri) === 'COMPONENT' ? iri : undefined
}

/** All that is shown of a collection and not in it. */
export const imagesOf = (collection: Resource): Iri[] => [
  ...new Set((collectionOf(collection)?.member ?? []).flatMap((member) => imageOf(member) ?? [])),
]
