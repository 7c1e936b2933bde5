/** Finds the drafts that a page consists of. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { groupsOf } from '../../graph/groups-of.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { draftOf } from '../../graph/row-versions.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'

/** Returns the components in the groups of a page or component, and those of page data itself. */
const componentsOf = (graph: ResourceGraph, owner: Iri): Iri[] => [
  ...groupsOf(graph, owner).flatMap((group) =>
    graph
      .incoming(group, 'componentGroup')
      .flatMap(({ from }) => graph.outgoing(from, 'component').map(({ to }) => to)),
  ),
  ...(iriTypeOf(owner) === 'PAGE_DATA'
    ? graph.outgoing(owner).flatMap(({ to }) => (iriTypeOf(to) === 'COMPONENT' ? [to] : []))
    : []),
]

/**
 * Returns the drafts on a page or in page data, except those with a date: they become public by themselves. The drafts on
 * the template of page data are those of another page.
 */
export const draftsOfPage = (graph: ResourceGraph, types: TypeRegistry, page: Iri): Iri[] => {
  const seen = new Set<Iri>()
  const pending = [page]
  for (let owner = pending.pop(); owner !== undefined; owner = pending.pop())
    for (const component of componentsOf(graph, owner))
      if (!seen.has(component)) {
        seen.add(component)
        pending.push(component)
      }
  return [...seen]
    .map((iri) => draftOf(graph, iri) ?? iri)
    .filter((iri) => {
      const row = graph.row(iri)
      return row?.publishedAt === null && types.byName(row.type)?.isPublishable
    })
}
