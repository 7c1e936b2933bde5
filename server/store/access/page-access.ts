/** Decides who may read pages and page data, by their routes, and components, by the pages that show them. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import {
  isGrantedPage,
  pageDataOf,
  pagesOfComponent,
  routeRelationsTo,
} from './pages-of-component.ts'
import { type ReadContext, readsAll } from './read-context.ts'
import type { CanVisit } from './route-rules.ts'

/** The number of items checked before missing data is fetched. Each following batch is as many times larger. */
const firstBatch = 16

/**
 * Returns true if any item passes. The first few usually decide: the rest is checked only once these are
 * known not to pass, so that access to one page does not fetch data about a thousand.
 */
const someInBatches = <Item>(
  graph: ResourceGraph,
  items: Iterable<Item>,
  test: (item: Item) => boolean,
) => {
  let count = 0
  let batchEnd = firstBatch
  for (const item of items) {
    if (test(item)) return true
    count += 1
    if (count < batchEnd) continue
    if (!graph.isComplete()) return false
    batchEnd *= firstBatch
  }
  return false
}

/** Creates the rules for which pages a viewer may read. */
export const createPageAccess = (canVisit: CanVisit) => {
  const canReadPageData = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    readsAll(readContext) ||
    isGrantedPage(iri, readContext) ||
    routeRelationsTo(graph, 'pageData', iri).some(({ from }) => canVisit(from, readContext))

  const canReadPage = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    readsAll(readContext) ||
    isGrantedPage(iri, readContext) ||
    routeRelationsTo(graph, 'page', iri).some(({ from }) => canVisit(from, readContext)) ||
    someInBatches(graph, pageDataOf(graph, iri), ({ from }) =>
      canReadPageData(graph, from, readContext),
    )

  /** Returns true if a component is shown on a readable page, or nowhere at all. */
  const canReadComponent = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) => {
    let isShown = false
    const entities = pagesOfComponent(graph, iri, readContext)
    const isReadable = someInBatches(graph, entities, (entity) => {
      isShown = true
      return iriTypeOf(entity) === 'PAGE'
        ? canReadPage(graph, entity, readContext)
        : canReadPageData(graph, entity, readContext)
    })
    return isReadable || !isShown
  }

  return { canReadPage, canReadPageData, canReadComponent }
}
