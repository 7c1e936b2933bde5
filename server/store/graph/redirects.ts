/** Follows the chains of redirects between routes. */
import type { Iri } from '#content/model/iri.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { ResourceGraph } from './resource-graph.ts'

/** Returns the last route of a chain of redirects; stops at a loop. */
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

interface RedirectNode {
  '@id': Iri
  '@type': 'Route'
  path: unknown
  name: unknown
  redirectedFrom: RedirectNode[]
  page?: Iri
  pageData?: Iri
}

/**
 * Returns the routes that redirect to a route, with those that redirect to them nested, as far as this
 * viewer may see them.
 */
export const redirectsOf = (
  graph: ResourceGraph,
  route: Iri,
  isKnown: (iri: Iri) => boolean,
): RedirectNode[] =>
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
