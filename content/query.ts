/** What of an address's query makes another page of a page: the rest is for counting, not for showing. */
import { typeOf } from './iri.ts'

const names = new Set([
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
const isMeant = (name: string) => names.has(name) || /^order\[\w+\]$/.test(name)

/** Only what counts, by name, so that two ways of saying the same are one. With its question mark, or empty. */
export const pageQuery = (search: string) => {
  if (!search) return ''
  const kept = [...new URLSearchParams(search)].filter(([name]) => isMeant(name))
  const query = `${new URLSearchParams(kept.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))}`
  return query && `?${query}`
}

/** A component is asked for with the page's query: what a list shows depends on it. */
export const requestWith = (request: string, search: string) => {
  const query = typeOf(request) === 'COMPONENT' ? pageQuery(search) : ''
  return request + (request.includes('?') ? query.replace('?', '&') : query)
}
