/**
 * The one rule of reading (api, sections 8 and 11.1): routes by their paths, pages by their routes, components by the
 * pages they stand on, drafts by who asks. Every way of reading asks here: items, lists, manifests, pages, links in
 * other resources and messages to the hub.
 */
import { type Iri, routePath, iriTypeOf } from '#content/model/iri.ts'
import type { Role } from '#content/model/resource.ts'
import type { Viewer } from '#server/http/hono-env.ts'
import { problem } from '#server/http/problem.ts'
import type { ResourceGraph, Link, Row } from '../graph/resource-graph.ts'
import { isLive } from '../graph/find-row.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type ReadContext, checkWithVariance, readsAll, seesDrafts } from './read-context.ts'

export interface RouteRule {
  /** A path where `*` stands for anything. */
  path: string
  role: Role
}

/** Who has not signed in may do so; who has may not. */
export const accessError = ({ userId }: Viewer) => problem(userId ? 403 : 401)

const pattern = ({ path }: RouteRule) =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** How many are looked at before what is missing of them is fetched; each time as many times more. */
const atOnce = 16

/**
 * Whether any passes. Of very many the first few mostly decide: the rest is looked at only once these are known not to,
 * so that nothing is fetched about a thousand pages because one of them is asked for.
 */
const isAny = <Item>(
  graph: ResourceGraph,
  items: Iterable<Item>,
  test: (item: Item) => boolean,
) => {
  let count = 0
  let pause = atOnce
  for (const item of items) {
    if (test(item)) return true
    count += 1
    if (count < pause) continue
    if (!graph.isComplete()) return false
    pause *= atOnce
  }
  return false
}

const isStanding = (iri: Iri, { grantedPages }: ReadContext) => grantedPages?.includes(iri) === true

const linksTo = (links: readonly Link[], property: string): Iri[] =>
  links.flatMap((link) => (link.property === property ? [link.to] : []))

export const createAccessRules = (types: TypeRegistry, rules: readonly RouteRule[]) => {
  const patterns = rules.map((rule) => ({ pattern: pattern(rule), role: rule.role }))

  /** Whether the route rules let this caller go to a route's path. */
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
    isStanding(iri, readContext) ||
    routesTo(graph, 'pageData', iri).some(({ from }) => canVisit(from, readContext))

  const pageDataOf = (graph: ResourceGraph, page: Iri) =>
    graph.incoming(page, 'page').filter(({ from }) => iriTypeOf(from) === 'PAGE_DATA')

  const canReadPage = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    readsAll(readContext) ||
    isStanding(iri, readContext) ||
    routesTo(graph, 'page', iri).some(({ from }) => canVisit(from, readContext)) ||
    isAny(graph, pageDataOf(graph, iri), ({ from }) => canReadPageData(graph, from, readContext))

  /** Every page and page data that shows a component; those that are known to be readable before others. */
  function* placesOf(
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
        yield* placesOfGroup(graph, group, readContext, seen)
      }
    }
  }

  function* placesOfGroup(
    graph: ResourceGraph,
    group: Iri,
    readContext: ReadContext,
    seen: Set<Iri>,
  ): Generator<Iri> {
    const links = graph.outgoing(group)
    yield* pagesAmong(graph, linksTo(links, 'pages'), readContext)
    for (const layout of linksTo(links, 'layouts')) {
      const pages = graph.incoming(layout, 'layout').map(({ from }) => from)
      yield* pagesAmong(graph, pages, readContext)
    }
    for (const component of linksTo(links, 'components')) {
      yield* placesOf(graph, component, readContext, seen)
    }
  }

  function* pagesAmong(
    graph: ResourceGraph,
    pages: readonly Iri[],
    readContext: ReadContext,
  ): Generator<Iri> {
    yield* pages.filter((page) => isStanding(page, readContext))
    for (const page of pages) if (isPlace(graph, page)) yield page
  }

  /** A template that nothing uses yet is no place at all. */
  const isPlace = (graph: ResourceGraph, page: Iri) =>
    routesTo(graph, 'page', page).length > 0 ||
    pageDataOf(graph, page).length > 0 ||
    !graph.row(page)?.data['isTemplate']

  const canReadPlace = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
    iriTypeOf(iri) === 'PAGE'
      ? canReadPage(graph, iri, readContext)
      : canReadPageData(graph, iri, readContext)

  /** Open unless it is shown somewhere, and only where this caller may not go. */
  const canReadComponent = (graph: ResourceGraph, iri: Iri, readContext: ReadContext) => {
    let isPlaced = false
    const places = placesOf(graph, iri, readContext, new Set())
    const isReadable = isAny(graph, places, (place) => {
      isPlaced = true
      return canReadPlace(graph, place, readContext)
    })
    return isReadable || !isPlaced
  }

  /** Whether a row is shown to this caller as far as its date goes. */
  const isPublishedFor = (row: Row, readContext: ReadContext) =>
    !types.byName(row.type)?.isPublishable ||
    isLive(row, readContext.now) ||
    seesDrafts(readContext)

  /** Null for what everybody may read. */
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
        // Looked at now, so that it comes along if the row has to be fetched.
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

  /** Whether this caller may know of what an IRI names: the rule for whatever links to it, lists it or tells of it. */
  const isVisible = (graph: ResourceGraph, iri: Iri, readContext: ReadContext): boolean => {
    if (readsAll(readContext)) return true
    const known = readContext.decisions.get(iri)
    if (known !== undefined) return known
    const answer = decide(graph, iri, readContext)
    if (answer === null) return true
    if (graph.isComplete()) readContext.decisions.set(iri, answer)
    return answer
  }

  /** Whether this caller may ask for a resource by itself: the site's settings are a list for all, one by one for editors. */
  const canRead = (graph: ResourceGraph, row: Row, readContext: ReadContext): boolean =>
    row.type === 'SiteConfigParameter'
      ? readsAll(readContext)
      : isVisible(graph, row.iri, readContext)

  /** The rules' paths that this caller may not go to, for finding in the database what lies there. */
  const forbiddenPaths = (readContext: ReadContext): readonly string[] =>
    readsAll(readContext)
      ? []
      : rules.filter(({ role }) => !readContext.viewer.roles.includes(role)).map(({ path }) => path)

  return {
    canVisit: (route: Iri, readContext: ReadContext) =>
      checkWithVariance(readContext, (one) => canVisit(route, one)),
    isPublishedFor,
    isVisible: (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
      checkWithVariance(readContext, (one) => isVisible(graph, iri, one)),
    canRead: (graph: ResourceGraph, row: Row, readContext: ReadContext) =>
      checkWithVariance(readContext, (one) => canRead(graph, row, one)),
    forbiddenPaths,
  }
}

export type AccessRules = ReturnType<typeof createAccessRules>
/** What the demo ships (api, section 10.5). */
export const defaultRouteRules: readonly RouteRule[] = [{ path: '/user-area*', role: 'ROLE_USER' }]
