/** Everything a path shows, in one answer: what the chain of requests would gather, without the requests. */
import { type Iri, iriPrefixes, routePath, iriTypeOf } from '#content/model/iri.ts'
import { assemblePage, isIriPath, nestedIris } from '#content/page/page.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Resource, Route } from '#content/model/resource.ts'
import type { AccessRules } from '../access/access-rules.ts'
import { firstTarget } from './serialize-context.ts'
import { etagOf } from './etag.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { draftOf, routeAt } from '../graph/find-row.ts'
import type { Serialize } from './serialize.ts'
import { ancestorsOf, routesOf, pageReadContext } from '../graph/page-tree.ts'
import { type ReadContext, seesEditorFields } from '../access/read-context.ts'

const refused = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})

const denied = ({ viewer }: ReadContext) =>
  viewer.userId ? refused(403, 'Access Denied.') : refused(401, 'Please sign in.')

/** Looks at a row's draft, for whoever is asking: it may be due. */
const lookAtDraft = (graph: ResourceGraph, { iri }: Row) => {
  const draft = draftOf(graph, iri)
  if (draft) graph.row(draft)
}

export const createPagePayloadReader =
  (access: AccessRules, present: Serialize) =>
  (graph: ResourceGraph, path: string, asked: ReadContext): PagePayload => {
    const row = isIriPath(path) ? graph.row(path) : routeAt(graph, path)
    if (!row) return refused(404, `Page not found: ${path}`)
    const at = iriTypeOf(row.iri) === 'ROUTE' ? routePath(row.iri) : path
    const plain: ReadContext = { ...asked, isPageView: true, path: at }
    if (!access.canRead(graph, row, plain)) return denied(plain)

    const root = present(graph, row, plain)
    const { redirectPath } = root as Route
    if (redirectPath) return { status: 308, redirect: redirectPath, page: null, entries: [] }
    const { page, pageData } = assemblePage(row.iri, (iri) => (iri === row.iri ? root : undefined))
    const entity = pageData ?? page
    // All that it does is lead where this caller may not go: it answers as it would be answered there.
    if (!entity && firstTarget(graph, row.iri, 'redirect')) return denied(plain)

    const found = new Map<Iri, { row: Row; resource: Resource }>()
    /** What one page shows; the same at two depths is shown as the lower one has it. */
    const gather = (top: Row, seen: ReadContext) => {
      if (found.has(top.iri)) return
      const own = new Map([[top.iri, { row: top, resource: present(graph, top, seen) }]])
      // A map grows while it is walked, so this goes level by level to the end.
      for (const { resource } of own.values()) {
        for (const iri of nestedIris(resource)) {
          const nested = found.has(iri) || own.has(iri) ? null : graph.row(iri)
          if (!nested) continue
          if (iri.startsWith(iriPrefixes.COMPONENT)) lookAtDraft(graph, nested)
          if (!access.isPublishedFor(nested, seen)) continue
          own.set(iri, { row: nested, resource: present(graph, nested, seen) })
        }
      }
      for (const [iri, entry] of own) found.set(iri, entry)
    }
    gather(row, entity ? { ...pageReadContext(graph, entity, plain), path: at } : plain)
    const read = (iri: Iri) => found.get(iri)?.resource
    const shown = assemblePage(row.iri, read)
    for (const above of entity ? ancestorsOf(graph, access, entity, plain) : []) {
      const aboveRow = graph.row(above)
      if (aboveRow) gather(aboveRow, pageReadContext(graph, above, plain))
      const route = routesOf(graph, above).find((iri) => access.isVisible(graph, iri, plain))
      const routeRow = route && !found.has(route) ? graph.row(route) : null
      if (routeRow) {
        found.set(routeRow.iri, { row: routeRow, resource: present(graph, routeRow, plain) })
      }
    }
    return {
      status: 200,
      page: { path, root: row.iri, ...shown, resources: [...found.keys()] },
      entries: [...found.values()].map(({ row: stored, resource }) =>
        seesEditorFields(plain) ? { resource, etag: etagOf(stored) } : { resource },
      ),
    }
  }
