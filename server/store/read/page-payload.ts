/** Builds the payload of a path: everything that `machines/page/fetch-chain.ts` would request, in one response. */
import { type Iri, iriPrefixes, routePath, iriTypeOf } from '#content/model/iri.ts'
import { assemblePage, isIriPath, nestedIris } from '#content/page/page.ts'
import { notFoundMessage } from '#content/page/not-found-message.ts'
import type { PagePayload } from '#content/page/payload.ts'
import { type Resource, createReader, isResourceOf } from '#content/model/resource.ts'
import type { AccessRules } from '../access/read-access.ts'
import { firstTarget } from './serialize-context.ts'
import { etagOf } from './etag.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { draftOf, routeAt } from '../graph/drafts-and-live.ts'
import type { Serialize } from './serialize.ts'
import { ancestorsOf, routesOf, pageReadContext } from '../graph/page-hierarchy.ts'
import { type ReadContext, seesEditorFields } from '../access/read-context.ts'

const failurePayload = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})

const accessDenied = ({ viewer }: ReadContext) =>
  viewer.userId ? failurePayload(403, 'Access Denied.') : failurePayload(401, 'Please sign in.')

/** Reads a row's draft, so that a due one is noticed. */
const touchDraft = (graph: ResourceGraph, { iri }: Row) => {
  const draft = draftOf(graph, iri)
  if (draft) graph.row(draft)
}

export const createPagePayloadReader =
  (access: AccessRules, serialize: Serialize) =>
  (graph: ResourceGraph, path: string, readContext: ReadContext): PagePayload => {
    const row = isIriPath(path) ? graph.row(path) : routeAt(graph, path)
    if (!row) return failurePayload(404, notFoundMessage({ path, search: '' }))
    const currentPath = iriTypeOf(row.iri) === 'ROUTE' ? routePath(row.iri) : path
    const pageContext: ReadContext = { ...readContext, isPageView: true, path: currentPath }
    if (!access.canRead(graph, row, pageContext)) return accessDenied(pageContext)

    const root = serialize(graph, row, pageContext)
    const redirectPath = isResourceOf('ROUTE', root) ? root.redirectPath : undefined
    if (redirectPath) return { status: 308, redirect: redirectPath, page: null, entries: [] }
    const { page, pageData } = assemblePage(
      row.iri,
      createReader((iri) => (iri === row.iri ? root : undefined)),
    )
    const entity = pageData ?? page
    // It only redirects to where this caller may not go, so the response is the same as there.
    if (!entity && firstTarget(graph, row.iri, 'redirect')) return accessDenied(pageContext)

    const collected = new Map<Iri, { row: Row; resource: Resource }>()
    /** Collects what one page shows. A resource shown at two depths appears as the lower one shows it. */
    const collect = (top: Row, entityContext: ReadContext) => {
      if (collected.has(top.iri)) return
      const ownResources = new Map([
        [top.iri, { row: top, resource: serialize(graph, top, entityContext) }],
      ])
      // Iterating a map visits entries added meanwhile, so this goes level by level to the end.
      for (const { resource } of ownResources.values()) {
        for (const iri of nestedIris(resource)) {
          const nested = collected.has(iri) || ownResources.has(iri) ? null : graph.row(iri)
          if (!nested) continue
          if (iri.startsWith(iriPrefixes.COMPONENT)) touchDraft(graph, nested)
          if (!access.isPublishedFor(nested, entityContext)) continue
          ownResources.set(iri, { row: nested, resource: serialize(graph, nested, entityContext) })
        }
      }
      for (const [iri, entry] of ownResources) collected.set(iri, entry)
    }
    collect(
      row,
      entity ? { ...pageReadContext(graph, entity, pageContext), path: currentPath } : pageContext,
    )
    const read = createReader((iri) => collected.get(iri)?.resource)
    const parts = assemblePage(row.iri, read)
    for (const ancestor of entity ? ancestorsOf(graph, access, entity, pageContext) : []) {
      const ancestorRow = graph.row(ancestor)
      if (ancestorRow) collect(ancestorRow, pageReadContext(graph, ancestor, pageContext))
      const route = routesOf(graph, ancestor).find((iri) =>
        access.isVisible(graph, iri, pageContext),
      )
      const routeRow = route && !collected.has(route) ? graph.row(route) : null
      if (routeRow) {
        collected.set(routeRow.iri, {
          row: routeRow,
          resource: serialize(graph, routeRow, pageContext),
        })
      }
    }
    return {
      status: 200,
      page: { path, root: row.iri, ...parts, resources: [...collected.keys()] },
      entries: [...collected.values()].map(({ row: stored, resource }) =>
        seesEditorFields(pageContext) ? { resource, etag: etagOf(stored) } : { resource },
      ),
    }
  }
