/** Finds the components that pages consist of: the drafts among them, and what no other page shows. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { groupsOf } from '../../graph/groups-of.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { draftOf, isLive } from '../../graph/row-versions.ts'
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

/** Returns the components of pages and page data, with those that are within others. */
const componentsWithin = (graph: ResourceGraph, pages: readonly Iri[]): Iri[] => {
  const seen = new Set<Iri>()
  const pending = [...pages]
  for (let owner = pending.pop(); owner !== undefined; owner = pending.pop())
    for (const component of componentsOf(graph, owner))
      if (!seen.has(component)) {
        seen.add(component)
        pending.push(component)
      }
  return [...seen]
}

/**
 * Returns the drafts on a page or in page data, except those with a date: they become public by themselves. The drafts on
 * the template of page data are those of another page.
 */
export const draftsOfPage = (graph: ResourceGraph, types: TypeRegistry, page: Iri): Iri[] =>
  componentsWithin(graph, [page])
    .map((iri) => draftOf(graph, iri) ?? iri)
    .filter((iri) => {
      const row = graph.row(iri)
      return row?.publishedAt === null && types.byName(row.type)?.isPublishable
    })

const ownerProperties = ['pages', 'layouts', 'components']

/** Returns what shows a component: the owners of the groups in which it is, and page data that has it. */
const ownersOf = (graph: ResourceGraph, component: Iri): Iri[] => {
  const groups = graph
    .incoming(component, 'component')
    .flatMap(({ from }) => graph.outgoing(from, 'componentGroup').map(({ to }) => to))
  const data = graph.incoming(component).map(({ from }) => from)
  return [
    ...groups.flatMap((group) =>
      ownerProperties.flatMap((property) => graph.outgoing(group, property).map(({ to }) => to)),
    ),
    ...data.filter((iri) => iriTypeOf(iri) === 'PAGE_DATA'),
  ]
}

/** Returns the components that are shown nowhere but on these pages, or within each other there. */
const ownComponents = (graph: ResourceGraph, pages: readonly Iri[], components: readonly Iri[]) => {
  const owners = new Set<Iri>([...pages, ...components])
  let shared: Iri[]
  do {
    shared = components.filter(
      (iri) => owners.has(iri) && ownersOf(graph, iri).some((owner) => !owners.has(owner)),
    )
    for (const iri of shared) owners.delete(iri)
  } while (shared.length > 0)
  return components.filter((iri) => owners.has(iri))
}

/** The components of pages, by what becomes of them when their publication is ended. */
export interface LiveComponents {
  /** Those that only these pages show. */
  own: Iri[]
  /** Those that other pages show, too. */
  shared: Iri[]
  /** Those that are always public, as their types have no drafts. */
  undraftable: Iri[]
  /** The drafts that become public by themselves. */
  scheduled: Iri[]
}

/**
 * Returns what is live on pages and in page data. What the template of page data shows belongs to that, and what a layout
 * shows to all of its pages.
 */
export const liveComponentsOf = (
  graph: ResourceGraph,
  types: TypeRegistry,
  { pages, now }: { pages: readonly Iri[]; now: string },
): LiveComponents => {
  const components = componentsWithin(graph, pages)
  const own = new Set(ownComponents(graph, pages, components))
  const isDraftable = (iri: Iri) => types.byName(graph.row(iri)?.type ?? '')?.isPublishable === true
  const live = components.filter((iri) => {
    const row = graph.row(iri)
    return row && isLive(row, now) && isDraftable(iri)
  })
  const isScheduled = (iri: Iri) => (graph.row(iri)?.publishedAt ?? '') > now
  return {
    own: live.filter((iri) => own.has(iri)),
    shared: live.filter((iri) => !own.has(iri)),
    undraftable: components.filter((iri) => graph.row(iri) && !isDraftable(iri)),
    scheduled: components.map((iri) => draftOf(graph, iri) ?? iri).filter(isScheduled),
  }
}
