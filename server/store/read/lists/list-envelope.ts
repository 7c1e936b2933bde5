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
  /** The number of all matches; null where they are not counted. */
  total: number | null
  members: Resource[]
  paging: Paging | null
  /** True if another page follows; told by the number of all where they are counted. */
  hasNext?: boolean
}

/** Returns the URLs of the pages of a list. Without numbers, there is one page. */
const pageUrlsOf = (iri: Iri, query: URLSearchParams, isNumbered: boolean) => {
  const baseQuery = new URLSearchParams(query)
  baseQuery.delete('page')
  baseQuery.delete('pagination')
  return (page: number) => {
    const search = new URLSearchParams(baseQuery)
    if (isNumbered) search.set('page', String(page))
    return search.size ? `${iri}?${decodeBrackets(search)}` : iri
  }
}

/** Returns the view of a page of which it is not known how many follow. */
const uncountedViewOf = ({ iri, hasNext, paging }: ListResult, query: URLSearchParams) => {
  const { page, perPage } = paging!
  const urlOfPage = pageUrlsOf(iri, query, true)
  return {
    '@id': urlOfPage(page),
    '@type': 'PartialCollectionView',
    ...(page > 1 && { previous: urlOfPage(page - 1) }),
    ...(hasNext && perPage > 0 && { next: urlOfPage(page + 1) }),
  }
}

const partialViewOf = (result: ListResult, query: URLSearchParams) => {
  const { iri, total, paging } = result
  if (total === null) return uncountedViewOf(result, query)
  const pages = paging && paging.perPage > 0 ? Math.max(1, Math.ceil(total / paging.perPage)) : 1
  const page = paging?.page ?? 1
  const urlOfPage = pageUrlsOf(iri, query, pages > 1)
  if (urlOfPage(page) === iri) return null
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

/** Returns a list as JSON-LD, with its total where it was counted, its views and its search. */
export const listEnvelope = (result: ListResult, query: URLSearchParams) => {
  const { iri, type, total, members, filters } = result
  const view = partialViewOf(result, query)
  return {
    '@context': `/contexts/${type}`,
    '@id': iri,
    '@type': 'Collection',
    ...(total !== null && { totalItems: total }),
    member: members,
    ...(view && { view }),
    ...(filters?.length && { search: searchOf(iri, filters) }),
  }
}
