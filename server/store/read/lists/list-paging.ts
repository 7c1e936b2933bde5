/** Reads the paging of a list from the parameters of a request. */
import { InvalidInputError } from '#server/domain-errors.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'

const perPageDefault = 30
const perPageLimit = 100

export interface Paging {
  page: number
  perPage: number
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
  }
}

/** Drops invalid paging parameters from a query that was meant for something else. */
export const dropInvalidPaging = (query: URLSearchParams) => {
  if (!isWholeNumber(query.get('page') ?? '1', 1)) query.delete('page')
  if (!isWholeNumber(query.get('perPage') ?? '1', 0)) query.delete('perPage')
  return query
}
