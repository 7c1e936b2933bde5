/** Reads the paging of a list from the parameters of a request, and a page of its matches. */
import { InvalidInputError } from '#server/domain-errors.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

const perPageDefault = 30
const perPageLimit = 100

export interface Paging {
  page: number
  perPage: number
  /** True for `?partial=true`: all matches are not counted, which takes longest where there are many. */
  isPartial: boolean
}

/** One page of the matches. */
export interface ListPage<Match> {
  matches: Match[]
  /** The number of all matches; null where they are not counted. */
  total: number | null
  /** True if another page follows. */
  hasNext: boolean
}

interface MatchQueries<Match> {
  /** Reads the matches; all of them without a range. */
  read: (range: { limit: number; offset: number } | null) => Promise<Match[]>
  count: () => Promise<number>
}

/** Reads one page of the matches, and counts all of them where that is needed to tell their number. */
export const readListPage = async <Match>(
  paging: Paging | null,
  { read, count }: MatchQueries<Match>,
): Promise<ListPage<Match>> => {
  if (!paging) {
    const matches = await read(null)
    return { matches, total: matches.length, hasNext: false }
  }
  const { page, perPage, isPartial } = paging
  const offset = (page - 1) * perPage
  const found = await read({ limit: perPage + 1, offset })
  const matches = found.slice(0, perPage)
  const hasNext = found.length > perPage
  if (isPartial) return { matches, total: null, hasNext }
  // The last page tells the number of all, unless it is empty because it comes after that.
  const isLastPage = !hasNext && (matches.length > 0 || offset === 0)
  return { matches, total: isLastPage ? offset + matches.length : await count(), hasNext }
}

const isWholeNumber = (raw: string, minimum: number) =>
  /^\d+$/.test(raw) && Number.isSafeInteger(Number(raw)) && Number(raw) >= minimum

const wholeNumber = (query: URLSearchParams, name: string, fallback: number, minimum: number) => {
  const raw = query.get(name)
  if (raw === null || raw === '') return fallback
  if (!isWholeNumber(raw, minimum)) {
    throw new InvalidInputError(`"${name}" should be a whole number of at least ${minimum}.`)
  }
  return Number(raw)
}

/** Returns the page that was requested; null for lists without paging. Throws for invalid numbers. */
export const pagingOf = (
  definition: Pick<TypeDefinition, 'type' | 'perPage'>,
  query: URLSearchParams,
): Paging | null => {
  if (definition.type === 'SiteConfigParameter') return null
  if (definition.type === 'Route' && query.get('pagination') === 'false') return null
  return {
    page: wholeNumber(query, 'page', 1, 1),
    perPage: Math.min(
      wholeNumber(query, 'perPage', definition.perPage ?? perPageDefault, 0),
      perPageLimit,
    ),
    isPartial: query.get('partial') === 'true',
  }
}

/** Drops the paging parameters that are invalid, or that pages with numbers have no use for, from a query that was meant for something else. */
export const dropUnusedPaging = (query: URLSearchParams) => {
  query.delete('partial')
  if (!isWholeNumber(query.get('page') ?? '1', 1)) query.delete('page')
  if (!isWholeNumber(query.get('perPage') ?? '1', 0)) query.delete('perPage')
  return query
}
