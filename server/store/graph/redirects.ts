/** Routes that lead to other routes. */
import type { Iri } from '#content/model/iri.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { ResourceGraph } from './resource-graph.ts'

/** Where a chain of redirects ends. */
export const redirectEnd = (graph: ResourceGraph, route: Iri): Iri => {
  const seen = new Set([route])
  let end = route
  for (;;) {
    const next = firstTarget(graph, end, 'redirect')
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
  graph: ResourceGraph,
  route: Iri,
  isKnown: (iri: Iri) => boolean,
): Redirecting[] =>
  graph.incoming(route, 'redirect').flatMap(({ from }) => {
    const row = graph.row(from)
    if (!row || !isKnown(from)) return []
    const page = firstTarget(graph, from, 'page')
    const pageData = firstTarget(graph, from, 'pageData')
    return [
      {
        '@id': from,
        '@type': 'Route',
        path: row.data['path'],
        name: row.data['name'],
        redirectedFrom: redirectsOf(graph, from, isKnown),
        ...(page && isKnown(page) && { page }),
        ...(pageData && isKnown(pageData) && { pageData }),
      },
    ]
  })
