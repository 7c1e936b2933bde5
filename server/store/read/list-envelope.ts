/** The envelope of a list (api, section 1.3). */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Paging } from './list-query.ts'
import type { TypeDefinition } from '../types/type-registry.ts'

interface Filter {
  /** As it stands in the query. */
  variable: string
  property: string
}

export interface ListResult {
  iri: Iri
  /** Of the members. */
  type: string
  /** What else it may be asked for. */
  filters?: readonly Filter[]
  total: number
  members: Resource[]
  paging: Paging | null
}

const viewOf = ({ iri, total, paging }: ListResult, query: URLSearchParams) => {
  const kept = new URLSearchParams(query)
  kept.delete('page')
  kept.delete('pagination')
  const pages = paging && paging.perPage > 0 ? Math.max(1, Math.ceil(total / paging.perPage)) : 1
  const page = paging?.page ?? 1
  if (pages === 1 && !kept.size) return null
  const at = (number: number) => {
    const search = new URLSearchParams(kept)
    if (pages > 1) search.set('page', String(number))
    return `${iri}?${decodeBrackets(search)}`
  }
  return {
    '@id': at(page),
    '@type': 'PartialCollectionView',
    ...(pages > 1 && { first: at(1), last: at(pages) }),
    ...(page > 1 && pages > 1 && { previous: at(page - 1) }),
    ...(page < pages && { next: at(page + 1) }),
  }
}

/** `order[createdAt]` stays as readable as it was sent. */
const decodeBrackets = (search: URLSearchParams) =>
  search.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')

/** What a list may be asked for: by this clients know that it can be searched. */
export const filtersOf = ({
  type,
  order,
  search,
}: Pick<TypeDefinition, 'type' | 'order' | 'search'>) => [
  ...order.map((property) => ({ variable: `order[${property}]`, property })),
  ...search.map((property) => ({ variable: property, property })),
  ...(type === 'Page'
    ? ['isTemplate', 'isTemplate[]'].map((variable) => ({ variable, property: 'isTemplate' }))
    : []),
]

const searchOf = (iri: Iri, filters: readonly Filter[]) => ({
  '@type': 'IriTemplate',
  template: `${iri}{?${filters.map(({ variable }) => variable).join(',')}}`,
  variableRepresentation: 'BasicRepresentation',
  mapping: filters.map((filter) => ({ '@type': 'IriTemplateMapping', ...filter, required: false })),
})

export const listEnvelope = (listed: ListResult, query: URLSearchParams) => {
  const { iri, type, total, members, filters } = listed
  const view = viewOf(listed, query)
  return {
    '@context': `/contexts/${type}`,
    '@id': iri,
    '@type': 'Collection',
    totalItems: total,
    member: members,
    ...(view && { view }),
    ...(filters?.length && { search: searchOf(iri, filters) }),
  }
}
