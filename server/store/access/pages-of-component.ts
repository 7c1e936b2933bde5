/** Finds the pages and page data on which a component is shown. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import type { Relation, ResourceGraph } from '../graph/resource-graph.ts'
import type { ReadContext } from './read-context.ts'

/** Returns true for a page to which access has already been granted. */
export const isGrantedPage = (iri: Iri, { grantedPages }: ReadContext) =>
  grantedPages?.includes(iri) === true

/** Returns the relations from routes to a page or page data. */
export const routeRelationsTo = (graph: ResourceGraph, property: 'page' | 'pageData', iri: Iri) =>
  graph.incoming(iri, property).filter(({ from }) => iriTypeOf(from) === 'ROUTE')

/** Returns the relations from page data to its template. */
export const pageDataOf = (graph: ResourceGraph, page: Iri) =>
  graph.incoming(page, 'page').filter(({ from }) => iriTypeOf(from) === 'PAGE_DATA')

const targetsOf = (relations: readonly Relation[], property: string): Iri[] =>
  relations.flatMap((relation) => (relation.property === property ? [relation.to] : []))

/** Yields every page and page data that shows a component, those already granted first. */
export function* pagesOfComponent(
  graph: ResourceGraph,
  iri: Iri,
  readContext: ReadContext,
  seen = new Set<Iri>(),
): Generator<Iri> {
  if (seen.has(iri)) return
  seen.add(iri)
  for (const { from, property } of graph.incoming(iri)) {
    if (iriTypeOf(from) === 'PAGE_DATA') yield from
    if (property !== 'component') continue
    for (const { to: group } of graph.outgoing(from, 'componentGroup')) {
      yield* pagesOfGroup(graph, group, readContext, seen)
    }
  }
}

function* pagesOfGroup(
  graph: ResourceGraph,
  group: Iri,
  readContext: ReadContext,
  seen: Set<Iri>,
): Generator<Iri> {
  const relations = graph.outgoing(group)
  yield* showingPages(graph, targetsOf(relations, 'pages'), readContext)
  for (const layout of targetsOf(relations, 'layouts')) {
    const pages = graph.incoming(layout, 'layout').map(({ from }) => from)
    yield* showingPages(graph, pages, readContext)
  }
  for (const component of targetsOf(relations, 'components')) {
    yield* pagesOfComponent(graph, component, readContext, seen)
  }
}

function* showingPages(
  graph: ResourceGraph,
  pages: readonly Iri[],
  readContext: ReadContext,
): Generator<Iri> {
  yield* pages.filter((page) => isGrantedPage(page, readContext))
  for (const page of pages) if (canShowContent(graph, page)) yield page
}

/** True if a page can show something: an unused template cannot. */
const canShowContent = (graph: ResourceGraph, page: Iri) =>
  routeRelationsTo(graph, 'page', page).length > 0 ||
  pageDataOf(graph, page).length > 0 ||
  !graph.row(page)?.data['isTemplate']
