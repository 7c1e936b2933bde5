/** Finds the page at a path with everything on it: all that a client would request one by one. */
import { type Iri, iriPrefixes, isIriOf, routePath, iriTypeOf } from '#content/model/iri.ts'
import { type AssembledPage, assemblePage, isIriPath, nestedIris } from '#content/page/page.ts'
import {
  type Resource,
  type Versioned,
  createReader,
  isResourceOf,
} from '#content/model/resource.ts'
import type { AccessRules } from '../access/read-access.ts'
import { firstTarget } from './serialize-context.ts'
import { etagOf } from './etag.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { draftOf, routeAt } from '../graph/row-versions.ts'
import type { Serialize } from './serialize.ts'
import { ancestorsOf, routesOf, pageReadContext } from '../graph/page-hierarchy.ts'
import { type ReadContext, seesEditorFields } from '../access/read-context.ts'

/** A page with all its resources, or what is at its path instead, for one viewer. */
export type PageResult =
  /** The entries have ETags for editors only. */
  | { kind: 'found'; page: AssembledPage; entries: Versioned[] }
  /** The page redirects to `to`, a path of this site or an absolute URL. */
  | { kind: 'redirected'; to: string }
  | { kind: 'notFound' }
  /** Visitors may not read the page; a signed-in user might. */
  | { kind: 'signedOut' }
  /** The signed-in user may not read the page. */
  | { kind: 'denied' }

const accessDenied = ({ viewer }: ReadContext): PageResult => ({
  kind: viewer.userId ? 'denied' : 'signedOut',
})

/** Reads a row's draft, so that a due one is noticed. */
const touchDraft = (graph: ResourceGraph, { iri }: Row) => {
  const draft = draftOf(graph, iri)
  if (draft) graph.row(draft)
}

/** The resources collected for a page so far, in their order in the payload. */
interface CollectedPage {
  access: AccessRules
  serialize: Serialize
  graph: ResourceGraph
  collected: Map<Iri, { row: Row; resource: Resource }>
}

/** Returns the draft that an editor sees of a component: page data names the live version, and a page below it shows that. */
const draftOfShown = ({ draftResource }: Resource): Iri[] =>
  isIriOf('COMPONENT', draftResource) ? [draftResource] : []

/** Collects what one page shows. A resource shown at two depths appears as the lower one shows it. */
const collectPage = (
  { access, serialize, graph, collected }: CollectedPage,
  top: Row,
  readContext: ReadContext,
) => {
  if (collected.has(top.iri)) return
  const ownResources = new Map([
    [top.iri, { row: top, resource: serialize(graph, top, readContext) }],
  ])
  // Iterating a map visits entries added meanwhile, so this goes level by level to the end.
  for (const { resource } of ownResources.values()) {
    for (const iri of [...nestedIris(resource), ...draftOfShown(resource)]) {
      const nested = collected.has(iri) || ownResources.has(iri) ? null : graph.row(iri)
      if (!nested) continue
      if (iri.startsWith(iriPrefixes.COMPONENT)) touchDraft(graph, nested)
      if (!access.isPublishedFor(nested, readContext)) continue
      ownResources.set(iri, { row: nested, resource: serialize(graph, nested, readContext) })
    }
  }
  for (const [iri, entry] of ownResources) collected.set(iri, entry)
}

/** Collects the ancestors of a page, and the routes to them that this viewer may visit. */
const collectAncestors = (collectedPage: CollectedPage, entity: Iri, pageContext: ReadContext) => {
  const { access, serialize, graph, collected } = collectedPage
  for (const ancestor of ancestorsOf(graph, access, entity, pageContext)) {
    const row = graph.row(ancestor)
    if (row) collectPage(collectedPage, row, pageReadContext(graph, ancestor, pageContext))
    const route = routesOf(graph, ancestor).find((iri) => access.isVisible(graph, iri, pageContext))
    const routeRow = route && !collected.has(route) ? graph.row(route) : null
    if (!routeRow) continue
    const resource = serialize(graph, routeRow, pageContext)
    collected.set(routeRow.iri, { row: routeRow, resource })
  }
}

/** Collects a page with its ancestors. */
const collectAll = (
  collectedPage: CollectedPage,
  path: string,
  row: Row,
  entity: Iri | undefined,
  pageContext: ReadContext & { path: string },
): PageResult => {
  const { graph, collected } = collectedPage
  const ownContext = entity
    ? { ...pageReadContext(graph, entity, pageContext), path: pageContext.path }
    : pageContext
  collectPage(collectedPage, row, ownContext)
  const read = createReader((iri) => collected.get(iri)?.resource)
  const parts = assemblePage(row.iri, read)
  if (entity) collectAncestors(collectedPage, entity, pageContext)
  return {
    kind: 'found',
    page: { path, root: row.iri, ...parts, resources: [...collected.keys()] },
    entries: [...collected.values()].map(({ row: stored, resource }) =>
      seesEditorFields(pageContext) ? { resource, etag: etagOf(stored) } : { resource },
    ),
  }
}

/** Returns a function that finds the page at a path, as the viewer of the read context may see it. */
export const createPageFinder =
  (access: AccessRules, serialize: Serialize) =>
  (graph: ResourceGraph, path: string, readContext: ReadContext): PageResult => {
    const row = isIriPath(path) ? graph.row(path) : routeAt(graph, path)
    if (!row) return { kind: 'notFound' }
    const currentPath = iriTypeOf(row.iri) === 'ROUTE' ? routePath(row.iri) : path
    const pageContext = { ...readContext, isPageView: true, path: currentPath }
    if (!access.canRead(graph, row, pageContext)) return accessDenied(pageContext)

    const root = serialize(graph, row, pageContext)
    const redirectPath = isResourceOf('ROUTE', root) ? root.redirectPath : undefined
    if (redirectPath) return { kind: 'redirected', to: redirectPath }
    const read = createReader((iri) => (iri === row.iri ? root : undefined))
    const { page, pageData } = assemblePage(row.iri, read)
    const entity = pageData ?? page
    // It only redirects to where this viewer may not go, so the response is the same as there.
    if (!entity && firstTarget(graph, row.iri, 'redirect')) return accessDenied(pageContext)
    const collectedPage = { access, serialize, graph, collected: new Map() }
    return collectAll(collectedPage, path, row, entity, pageContext)
  }
