/** Finds the resources whose serialization changes with a transaction. */
import { type Iri, iriPrefixes, iriTypeOf } from '#content/model/iri.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { UnitOfWork } from '../write/unit-of-work.ts'
import type { createDraftTests } from './new-hub-events.ts'

/** The type in the binding of a position that is bound to every type of page data. */
export const ANY_PAGE_DATA = '*'

/**
 * Returns the IRI that page data and the positions bound to its property share:
 * `…BlogArticleData#htmlContent`.
 */
export const bindingIri = (type: string, property: string): Iri =>
  `/_/page_data_metadatas/${type}#${property}`

/** Returns the dynamic positions that show a property of this type of page data. */
const boundPositions = (graph: ResourceGraph, type: string, property: string): Iri[] =>
  [type, ANY_PAGE_DATA].flatMap((name) =>
    graph.incoming(bindingIri(name, property), 'binding').map(({ from }) => from),
  )

/** Returns the page data that holds a component, and the dynamic positions that show it there. */
const holdersOf = (graph: ResourceGraph, component: Iri): Iri[] =>
  graph
    .incoming(component)
    .filter(({ from }) => from.startsWith(iriPrefixes.PAGE_DATA))
    .flatMap(({ from, property }) => {
      const row = graph.row(from)
      return row ? [from, ...boundPositions(graph, row.type, property)] : []
    })

/** Returns every route of a chain of redirects except the first. */
const chainFrom = (graph: ResourceGraph, route: Iri): Iri[] => {
  const visited = new Set([route])
  for (let next = firstTarget(graph, route, 'redirect'); next && !visited.has(next);) {
    visited.add(next)
    next = firstTarget(graph, next, 'redirect')
  }
  return [...visited].slice(1)
}

/** Returns the resources whose serialization changes with this one, beyond those linked to it. */
const dependentsOfRow = (graph: ResourceGraph, iri: Iri): Iri[] => {
  if (iriTypeOf(iri) === 'COMPONENT') return holdersOf(graph, iri)
  return iriTypeOf(iri) === 'ROUTE' ? chainFrom(graph, iri) : []
}

type ChangedRelation = ReturnType<UnitOfWork['changedRelations']>[number]

/** Returns the resources whose serialization changes with a relation, beyond its two ends. */
const dependentsOfRelation = (
  graph: ResourceGraph,
  work: UnitOfWork,
  { from, property, to }: ChangedRelation,
): Iri[] => {
  if (property === 'redirect') return chainFrom(graph, to)
  if (iriTypeOf(from) !== 'PAGE_DATA' || iriTypeOf(to) !== 'COMPONENT') return []
  const type = (graph.row(from) ?? work.previousRows.get(from))?.type
  return type ? boundPositions(graph, type, property) : []
}

/**
 * Returns the resources that change for editors alone when a draft appears or goes: those that show its
 * live row.
 */
const draftDependents = (graph: ResourceGraph, { property, to }: ChangedRelation): Iri[] =>
  property === 'publishedResource' ? holdersOf(graph, to) : []

type DraftTests = ReturnType<typeof createDraftTests>

/** Returns the resources that were just published for the first time, or are no longer published. */
const switched = (drafts: DraftTests, graph: ResourceGraph, work: UnitOfWork) => {
  const rows = [...work.previousRows].flatMap(([iri, row]) => {
    const now = graph.row(iri)
    if (!now) return []
    return [{ iri, was: drafts.wasDraft(row, work.now), is: drafts.isDraft(now, work.now) }]
  })
  return {
    shown: rows.filter(({ was, is }) => was && !is).map(({ iri }) => iri),
    hidden: rows.filter(({ was, is }) => !was && is).map(({ iri }) => iri),
  }
}

/** Returns the positions of a component, which change for visitors when it is published or no longer so. */
const positionsShowing = (graph: ResourceGraph, iri: Iri): Iri[] =>
  graph.incoming(iri, 'component').map(({ from }) => from)

/** Returns what changed for anybody, and what changed for editors alone. */
export const collectChanges = (drafts: DraftTests, graph: ResourceGraph, work: UnitOfWork) => {
  const changedRows = [...work.rowChanges.keys()]
  const relations = work.changedRelations()
  const changed = new Set<Iri>([...changedRows, ...work.affected])
  for (const iri of changedRows)
    for (const dependent of dependentsOfRow(graph, iri)) changed.add(dependent)
  for (const relation of relations)
    for (const dependent of dependentsOfRelation(graph, work, relation)) changed.add(dependent)
  const { shown, hidden } = switched(drafts, graph, work)
  for (const iri of [...shown, ...hidden])
    for (const position of positionsShowing(graph, iri)) changed.add(position)
  const forEditors = new Set(relations.flatMap((relation) => draftDependents(graph, relation)))
  for (const iri of changed) forEditors.delete(iri)
  return { changed: [...changed, ...forEditors], forEditors, hidden }
}
