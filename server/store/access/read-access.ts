/**
 * The single rule for read access: routes by their paths, pages by their routes, components by the pages that show
 * them, drafts by role. Items, lists, manifests, pages, relations between resources and the events of the hub all use
 * it.
 */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { AccessDeniedError, AuthenticationError } from '#server/domain-errors.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { isLive } from '../graph/row-versions.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { createPageAccess } from './page-access.ts'
import { type ReadContext, checkWithVariance, readsAll, seesDrafts } from './read-context.ts'
import { type CanVisit, type RouteRule, createRouteRules } from './route-rules.ts'

/** Returns the error for a viewer who may not do something: visitors may sign in, users may not do it at all. */
export const accessError = ({ userId }: Viewer) =>
  userId ? new AccessDeniedError() : new AuthenticationError()

/** Decides about the resources that not everybody may read, without remembering it. */
const createDecisions = (types: TypeRegistry, canVisit: CanVisit) => {
  const pages = createPageAccess(canVisit)

  /** Returns true if this viewer may see a row as far as publication dates are concerned. */
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
        return pages.canReadPage(graph, iri, readContext)
      case 'PAGE_DATA':
        return pages.canReadPageData(graph, iri, readContext)
      case 'COMPONENT': {
        const row = graph.row(iri)
        // Read now, so that it is fetched in the same batch as the row.
        graph.incoming(iri, 'component')
        return (
          row !== null &&
          isPublishedFor(row, readContext) &&
          pages.canReadComponent(graph, iri, readContext)
        )
      }
      default:
        return null
    }
  }

  return { isPublishedFor, decide }
}

/** Creates the rules for what a viewer may read. */
export const createAccessRules = (types: TypeRegistry, rules: readonly RouteRule[]) => {
  const { canVisit, forbiddenPaths } = createRouteRules(rules)
  const { isPublishedFor, decide } = createDecisions(types, canVisit)

  /**
   * Returns true if this viewer may know that a resource exists: the rule for relations, lists and
   * events.
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
   * Returns true if this viewer may request a resource directly. Settings are listed for everybody, but
   * single ones are for editors.
   */
  const canRead = (graph: ResourceGraph, row: Row, readContext: ReadContext): boolean =>
    row.type === 'SiteConfigParameter'
      ? readsAll(readContext)
      : isVisible(graph, row.iri, readContext)

  return {
    canVisit: (route: Iri, readContext: ReadContext) =>
      checkWithVariance(readContext, (context) => canVisit(route, context)),
    isPublishedFor,
    isVisible: (graph: ResourceGraph, iri: Iri, readContext: ReadContext) =>
      checkWithVariance(readContext, (context) => isVisible(graph, iri, context), graph),
    canRead: (graph: ResourceGraph, row: Row, readContext: ReadContext) =>
      checkWithVariance(readContext, (context) => canRead(graph, row, context), graph),
    forbiddenPaths,
  }
}

export type AccessRules = ReturnType<typeof createAccessRules>
