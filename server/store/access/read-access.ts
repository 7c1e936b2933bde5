/**
 * The single rule for read access (api, sections 8 and 11.1): routes by their paths, pages by their routes,
 * components by the pages that show them, drafts by role. Items, lists, manifests, pages, links between
 * resources and hub messages all use it.
 */
import { type Iri, routePath, iriTypeOf } from '#content/model/iri.ts'
import type { Role } from '#content/model/resource.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { AccessDeniedError, AuthenticationError } from '#server/domain-errors.ts'
import type { ResourceGraph, Link, Row } from '../graph/resource-graph.ts'
import { isLive } from '../graph/drafts-and-live.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type ReadContext, checkWithVariance, readsAll, seesDrafts } from './read-context.ts'

export interface RouteRule {
  /** A path pattern, in which `*` matches anything. */
  path: string
  role: Role
}

/** Returns the error for a viewer who may not do something: visitors may sign in, users may not do it at all. */
export const accessError = ({ userId }: Viewer) =>
  userId ? new AccessDeniedError() : new AuthenticationError()

const pattern = ({ path }: RouteRule) =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** Items checked before missing data is fetched; each following batch is this many times larger. */
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

const isGrantedPage = (iri: Iri, { grantedPages }: ReadContext) =>
  grantedPages?.includes(iri) === true

const linksTo = (links: readonly Link[], property: string): Iri[] =>
  links.flatMap((link) => (link.property === property ? [link.to] : []))

export const createAccessRules = (types: TypeRegistry, rules: readonly RouteRule[]) => {
  const patterns = rules.map((rule) => ({ pattern: pattern(rule), role: rule.role }))

  /** Returns true if the route rules allow this caller to visit a route's path. */
  const canVisit = (route: Iri, readContext: ReadContext) =>
    readsAll(readContext) ||
    patterns.every(
      (rule) =>
        readContext.viewer.roles.includes(rule.role) || !rule.pattern.test(routePath(route)),
    )

  const routesTo = (graph: ResourceGraph, property: 'page' | 'pageData', iri: Iri) =>
    graph.incoming(iri, property).filter(({ from }) => iriTypeOf(from) === 'ROUTE')

  const canReadPageData = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    readsAll(readContext) ||
    isGrantedPage(iri, readContext) ||
    routesTo(graph, 'pageData', iri).some(({ from }) => canVisit(from, readContext))

  const pageDataOf = (graph: ResourceGraph, page: Iri) =>
    graph.incoming(page, 'page').filter(({ from }) => iriTypeOf(from) === 'PAGE_DATA')

  const canReadPage = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    readsAll(readContext) ||
    isGrantedPage(iri, readContext) ||
    routesTo(graph, 'page', iri).some(({ from }) => canVisit(from, readContext)) ||
    someInBatches(graph, pageDataOf(graph, iri), ({ from }) =>
      canReadPageData(graph, from, readContext),
    )

  /** Yields every page and page data that shows a component, those already granted first. */
  function* pagesShowing(
    graph: ResourceGraph,
    iri: Iri,
    readContext: ReadContext,
    seen: Set<Iri>,
  ): Generator<Iri> {
    if (seen.has(iri)) return
    seen.add(iri)
    for (const { from, property } of graph.incoming(iri)) {
      if (iriTypeOf(from) === 'PAGE_DATA') yield from
      if (property !== 'component') continue
      for (const { to: group } of graph.outgoing(from, 'componentGroup')) {
        yield* pagesShowingGroup(graph, group, readContext, seen)
      }
    }
  }

  function* pagesShowingGroup(
    graph: ResourceGraph,
    group: Iri,
    readContext: ReadContext,
    seen: Set<Iri>,
  ): Generator<Iri> {
    const links = graph.outgoing(group)
    yield* usablePages(graph, linksTo(links, 'pages'), readContext)
    for (const layout of linksTo(links, 'layouts')) {
      const pages = graph.incoming(layout, 'layout').map(({ from }) => from)
      yield* usablePages(graph, pages, readContext)
    }
    for (const component of linksTo(links, 'components')) {
      yield* pagesShowing(graph, component, readContext, seen)
    }
  }

  function* usablePages(
    graph: ResourceGraph,
    pages: readonly Iri[],
    readContext: ReadContext,
  ): Generator<Iri> {
    yield* pages.filter((page) => isGrantedPage(page, readContext))
    for (const page of pages) if (isUsablePage(graph, page)) yield page
  }

  /** True if a page can show something: an unused template cannot. */
  const isUsablePage = (graph: ResourceGraph, page: Iri) =>
    routesTo(graph, 'page', page).length > 0 ||
    pageDataOf(graph, page).length > 0 ||
    !graph.row(page)?.data['isTemplate']

  const canReadEntity = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    iriTypeOf(iri) === 'PAGE'
      ? canReadPage(graph, iri, readContext)
      : canReadPageData(graph, iri, readContext)

  /** Returns true if a component is shown on a readable page, or nowhere at all. */
  const canReadComponent = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) => {
    let isShown = false
    const entities = pagesShowing(graph, iri, readContext, new Set())
    const isReadable = someInBatches(graph, entities, (entity) => {
      isShown = true
      return canReadEntity(graph, entity, readContext)
    })
    return isReadable || !isShown
  }

  /** Returns true if this caller may see a row as far as publication dates are concerned. */
  const isPublishedFor = (row: Row, readContext: ReadContext) =>
    !types.byName(row.type)?.isPublishable ||
    isLive(row, readContext.now) ||
    seesDrafts(readContext)

  /** Returns null for what everybody may read. */
  const decide = (graph: ResourceGraph, iri: Iri, readContext: ReadContext): boolean | null => {
    switch (iriTypeOf(iri)) {
      case 'ROUTE':
        return canVisit(iri, readContext)
      case 'PAGE':
        return canReadPage(graph, iri, readContext)
      case 'PAGE_DATA':
        return canReadPageData(graph, iri, readContext)
      case 'COMPONENT': {
        const row = graph.row(iri)
        // Read now, so that it is fetched in the same batch as the row.
        graph.incoming(iri, 'component')
        return (
          row !== null &&
          isPublishedFor(row, readContext) &&
          canReadComponent(graph, iri, readContext)
        )
      }
      default:
        return null
    }
  }

  /**
   * Returns true if this caller may know that a resource exists: the rule for links, lists and hub
   * messages.
   */
  const isVisible = (graph: ResourceGraph, iri: Iri, readContext: ReadContext): boolean => {
    if (readsAll(readContext)) return true
    const cached = readContext.decisions.get(iri)
    if (cached !== undefined) return cached
    const decision = decide(graph, iri, readContext)
    if (decision === null) return true
    if (graph.isComplete()) readContext.decisions.set(iri, decision)
    return decision
  }

  /**
   * Returns true if this caller may request a resource directly. Settings are listed for everybody, but
   * single ones are for editors.
   */
  const canRead = (graph: ResourceGraph, row: Row, readContext: ReadContext): boolean =>
    row.type === 'SiteConfigParameter'
      ? readsAll(readContext)
      : isVisible(graph, row.iri, readContext)

  /** Returns the path patterns this caller may not visit, for use in SQL. */
  const forbiddenPaths = (readContext: ReadContext): readonly string[] =>
    readsAll(readContext)
      ? []
      : rules.filter(({ role }) => !readContext.viewer.roles.includes(role)).map(({ path }) => path)

  return {
    canVisit: (route: Iri, readContext: ReadContext) =>
      checkWithVariance(readContext, (context) => canVisit(route, context)),
    isPublishedFor,
    isVisible: (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
      checkWithVariance(readContext, (context) => isVisible(graph, iri, context)),
    canRead: (graph: ResourceGraph, row: Row, readContext: ReadContext) =>
      checkWithVariance(readContext, (context) => canRead(graph, row, context)),
    forbiddenPaths,
  }
}

export type AccessRules = ReturnType<typeof createAccessRules>
/** The rules of the demo site (api, section 10.5). */
export const defaultRouteRules: readonly RouteRule[] = [{ path: '/user-area*', role: 'ROLE_USER' }]
