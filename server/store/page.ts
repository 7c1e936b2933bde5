/** Everything a path shows, in one answer: what the chain of requests would gather, without the requests. */
import { type Iri, prefixes, routePath, typeOf } from '#content/iri.ts'
import { assemble, isDirect, nestedIris } from '#content/page.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Resource, Route } from '#content/resource.ts'
import type { Access } from './access.ts'
import { first } from './context.ts'
import { etagOf } from './etag.ts'
import type { Facts, Row } from './facts.ts'
import { draftOf, routeAt } from './lookup.ts'
import type { Present } from './present.ts'
import { ancestorsOf, routesOf, viewAt } from './tree.ts'
import { type View, seesEditorFields } from './view.ts'

const refused = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})

const denied = ({ viewer }: View) =>
  viewer.userId ? refused(403, 'Access Denied.') : refused(401, 'Please sign in.')

/** Looks at a row's draft, for whoever is asking: it may be due. */
const lookAtDraft = (facts: Facts, { iri }: Row) => {
  const draft = draftOf(facts, iri)
  if (draft) facts.row(draft)
}

export const createPage =
  (access: Access, present: Present) =>
  (facts: Facts, path: string, asked: View): PagePayload => {
    const row = isDirect(path) ? facts.row(path) : routeAt(facts, path)
    if (!row) return refused(404, `Page not found: ${path}`)
    const at = typeOf(row.iri) === 'ROUTE' ? routePath(row.iri) : path
    const plain: View = { ...asked, isShown: true, path: at }
    if (!access.mayRead(facts, row, plain)) return denied(plain)

    const root = present(facts, row, plain)
    const { redirectPath } = root as Route
    if (redirectPath) return { status: 308, redirect: redirectPath, page: null, entries: [] }
    const { page, pageData } = assemble(row.iri, (iri) => (iri === row.iri ? root : undefined))
    const entity = pageData ?? page
    // All that it does is lead where this caller may not go: it answers as it would be answered there.
    if (!entity && first(facts, row.iri, 'redirect')) return denied(plain)

    const found = new Map<Iri, { row: Row; resource: Resource }>()
    /** What one page shows; the same at two depths is shown as the lower one has it. */
    const gather = (top: Row, seen: View) => {
      if (found.has(top.iri)) return
      const own = new Map([[top.iri, { row: top, resource: present(facts, top, seen) }]])
      // A map grows while it is walked, so this goes level by level to the end.
      for (const { resource } of own.values()) {
        for (const iri of nestedIris(resource)) {
          const nested = found.has(iri) || own.has(iri) ? null : facts.row(iri)
          if (!nested) continue
          if (iri.startsWith(prefixes.COMPONENT)) lookAtDraft(facts, nested)
          if (!access.isPublishedFor(nested, seen)) continue
          own.set(iri, { row: nested, resource: present(facts, nested, seen) })
        }
      }
      for (const [iri, entry] of own) found.set(iri, entry)
    }
    gather(row, entity ? { ...viewAt(facts, entity, plain), path: at } : plain)
    const read = (iri: Iri) => found.get(iri)?.resource
    const shown = assemble(row.iri, read)
    for (const above of entity ? ancestorsOf(facts, access, entity, plain) : []) {
      const aboveRow = facts.row(above)
      if (aboveRow) gather(aboveRow, viewAt(facts, above, plain))
      const route = routesOf(facts, above).find((iri) => access.mayKnow(facts, iri, plain))
      const routeRow = route && !found.has(route) ? facts.row(route) : null
      if (routeRow) {
        found.set(routeRow.iri, { row: routeRow, resource: present(facts, routeRow, plain) })
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
