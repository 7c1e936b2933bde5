/** The query parameters that affect a page's content; all others, such as those for analytics, are left out. */
import { iriTypeOf } from '../../model/iri.ts'

const pageParameters = new Set([
  'category',
  'filter',
  'page',
  'perPage',
  'q',
  'search',
  'sort',
  'tag',
  'title',
])

/** True for a parameter that affects a page's content; `order[title]` sorts a list. */
const affectsPage = (name: string) => pageParameters.has(name) || /^order\[\w+\]$/.test(name)

/** The parameter that names the form that was sent last without scripts, which is replaced by its success message. */
export const submittedParameter = 'submitted'

/**
 * Returns the query string with only the parameters that affect a page's content, sorted by name, so that equal queries
 * are equal strings.
 */
export const pageQuery = (search: string) => sortedQuery(search, affectsPage)

/** Returns the query string with only the parameters on which a rendered page depends, sorted by name. */
export const renderQuery = (search: string) =>
  sortedQuery(search, (name) => affectsPage(name) || name === submittedParameter)

const sortedQuery = (search: string, isKept: (name: string) => boolean) => {
  if (!search) return ''
  const parameters = [...new URLSearchParams(search)].filter(([name]) => isKept(name))
  const sorted = parameters.toSorted(([left], [right]) =>
    left < right ? -1 : left > right ? 1 : 0,
  )
  const query = `${new URLSearchParams(sorted)}`
  return query && `?${query}`
}

/** Adds the page's query to the request for a component, because a collection's content depends on it. */
export const withPageQuery = (request: string, search: string) => {
  const query = iriTypeOf(request) === 'COMPONENT' ? pageQuery(search) : ''
  return request + (request.includes('?') ? query.replace('?', '&') : query)
}
