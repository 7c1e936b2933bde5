/** What of an address's query makes another page of a page: the rest is for counting, not for showing. */
import { iriTypeOf } from '../model/iri.ts'

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

/** `order[title]`: how a list is sorted. */
const affectsPage = (name: string) => pageParameters.has(name) || /^order\[\w+\]$/.test(name)

/** Only what counts, by name, so that two ways of saying the same are one. With its question mark, or empty. */
export const pageQuery = (search: string) => {
  if (!search) return ''
  const parameters = [...new URLSearchParams(search)].filter(([name]) => affectsPage(name))
  const query = `${new URLSearchParams(parameters.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))}`
  return query && `?${query}`
}

/** A component is asked for with the page's query: what a list shows depends on it. */
export const withPageQuery = (request: string, search: string) => {
  const query = iriTypeOf(request) === 'COMPONENT' ? pageQuery(search) : ''
  return request + (request.includes('?') ? query.replace('?', '&') : query)
}
