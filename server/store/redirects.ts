/** Routes that lead to other routes. */
import type { Iri } from '#content/iri.ts'
import { first } from './context.ts'
import type { Facts } from './facts.ts'

/** Where a chain of redirects ends. */
export const redirectEnd = (facts: Facts, route: Iri): Iri => {
  const seen = new Set([route])
  let end = route
  for (;;) {
    const next = first(facts, end, 'redirect')
    if (!next || seen.has(next)) return end
    seen.add(next)
    end = next
  }
}

interface Redirecting {
  '@id': Iri
  '@type': 'Route'
  path: unknown
  name: unknown
  redirectedFrom: Redirecting[]
  page?: Iri
  pageData?: Iri
}

/** The routes that lead to a route, those that lead to them, and so on; those this caller may know of. */
export const redirectsOf = (
  facts: Facts,
  route: Iri,
  isKnown: (iri: Iri) => boolean,
): Redirecting[] =>
  facts.in(route, 'redirect').flatMap(({ from }) => {
    const row = facts.row(from)
    if (!row || !isKnown(from)) return []
    const page = first(facts, from, 'page')
    const pageData = first(facts, from, 'pageData')
    return [
      {
        '@id': from,
        '@type': 'Route',
        path: row.data['path'],
        name: row.data['name'],
        redirectedFrom: redirectsOf(facts, from, isKnown),
        ...(page && isKnown(page) && { page }),
        ...(pageData && isKnown(pageData) && { pageData }),
      },
    ]
  })
