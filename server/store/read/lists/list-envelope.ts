/** Wraps lists in their Hydra envelope: https://www.hydra-cg.com/spec/latest/core/#collections */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Paging } from './list-paging.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

interface Filter {
  /** The parameter's name in the query. */
  variable: string
  property: string
}

export interface ListResult {
  iri: Iri
  /** The type of the members. */
  type: string
  /** The filters it offers. */
  filters?: readonly Filter[]
  total: number
  members: Resource[]
  paging: Paging | null
}

const partialViewOf = ({ iri, total, paging }: ListResult, query: URLSearchParams) => {
  const baseQuery = new URLSearchParams(query)
  baseQuery.delete('page')
  baseQuery.delete('pagination')
  const pages = paging && paging.perPage > 0 ? Math.max(1, Math.ceil(total / paging.perPage)) : 1
  const page = paging?.page ?? 1
  if (pages === 1 && !baseQuery.size) return null
  const urlOfPage = (number: number) => {
    const search = new URLSearchParams(baseQuery)
    if (pages > 1) search.set('page', String(number))
    return `${iri}?${decodeBrackets(search)}`
  }
  return {
    '@id': urlOfPage(page),
    '@type': 'PartialCollectionView',
    ...(pages > 1 && { first: urlOfPage(1), last: urlOfPage(pages) }),
    ...(page > 1 && pages > 1 && { previous: urlOfPage(page - 1) }),
    ...(page < pages && { next: urlOfPage(page + 1) }),
  }
}

/** Keeps brackets readable, as in `order[createdAt]`. */
const decodeBrackets = (search: URLSearchParams) =>
  search.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')

/** Returns the filters of a type's list, by which clients know that it can be searched and ordered. */
export const filtersOf = ({
  type,
  sortableBy,
  searchableBy,
}: Pick<TypeDefinition, 'type' | 'sortableBy' | 'searchableBy'>) => [
  ...sortableBy.map((property) => ({ variable: `order[${property}]`, property })),
  ...searchableBy.map((property) => ({ variable: property, property })),
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

/**
 * Returns a member of a list, with its ETag in its metadata if the query asks for that: `?etags=true`. A later change of
 * several members names the versions that it is meant for.
 */
export const withEtag = <Member extends Resource>(
  member: Member,
  etag: string,
  query: URLSearchParams,
): Member =>
  query.get('etags') === 'true' ? { ...member, _metadata: { ...member._metadata, etag } } : member

/** Returns a list as JSON-LD, with its total, its views and its search. */
export const listEnvelope = (result: ListResult, query: URLSearchParams) => {
  const { iri, type, total, members, filters } = result
  const view = partialViewOf(result, query)
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
