/** Everything a path shows, in one answer: what the chain of requests would gather, without the requests. */
import { type Iri, routePath, typeOf } from '#content/iri.ts'
import { assemble, isDirect, nestedIris } from '#content/page.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Resource, Route } from '#content/resource.ts'
import type { Access } from './access.ts'
import { etagOf } from './etag.ts'
import type { Facts, Row } from './facts.ts'
import { draftOf, routeAt } from './lookup.ts'
import type { Present } from './present.ts'
import { parentOf, routesOf } from './tree.ts'
import { type View, seesEditorFields } from './view.ts'

const refused = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})

/** Looks at the draft as well, for whoever is asking: it may be due. */
const isHidden = (facts: Facts, access: Access, row: Row, view: View) => {
  const draft = draftOf(facts, row.iri)
  if (draft) facts.row(draft)
  return !access.isPublishedFor(row, view)
}

/** The pages above a page, the nearest first. */
const ancestorsOf = (facts: Facts, entity: Iri | undefined): Row[] => {
  const rows = new Map<Iri, Row>()
  for (let above = entity && parentOf(facts, entity); above && !rows.has(above);) {
    const row = facts.row(above)
    if (!row) break
    rows.set(above, row)
    above = parentOf(facts, above)
  }
  return [...rows.values()]
}

export const createPage =
  (access: Access, present: Present) =>
  (facts: Facts, path: string, asked: View): PagePayload => {
    const row = isDirect(path) ? facts.row(path) : routeAt(facts, path)
    if (!row) return refused(404, `Page not found: ${path}`)
    const view = { ...asked, path: typeOf(row.iri) === 'ROUTE' ? routePath(row.iri) : path }
    if (!access.mayRead(facts, row, view)) {
      return view.viewer.userId ? refused(403, 'Access Denied.') : refused(401, 'Please sign in.')
    }

    const root = present(facts, row, view)
    const redirect = typeOf(row.iri) === 'ROUTE' ? (root as Route).redirectPath : undefined
    if (redirect) return { status: 308, redirect, page: null, entries: [] }

    const found = new Map<Iri, { row: Row; resource: Resource }>()
    /** What one page shows; the same at two depths is shown as the lower one has it. */
    const gather = (top: Row, seen: View) => {
      if (found.has(top.iri)) return
      const own = new Map([[top.iri, { row: top, resource: present(facts, top, seen) }]])
      // A map grows while it is walked, so this goes level by level to the end.
      for (const { resource } of own.values()) {
        for (const iri of nestedIris(resource)) {
          const nested = found.has(iri) || own.has(iri) ? null : facts.row(iri)
          if (!nested || isHidden(facts, access, nested, seen)) continue
          own.set(iri, { row: nested, resource: present(facts, nested, seen) })
        }
      }
      for (const [iri, entry] of own) found.set(iri, entry)
    }
    gather(row, view)
    const read = (iri: Iri) => found.get(iri)?.resource
    const shown = assemble(row.iri, read)
    for (const above of ancestorsOf(facts, shown.pageData ?? shown.page)) {
      if (!access.mayRead(facts, above, view)) continue
      gather(above, typeOf(above.iri) === 'PAGE_DATA' ? { ...view, path: above.iri } : view)
      const route = routesOf(facts, above.iri)[0]
      const routeRow = route && !found.has(route) ? facts.row(route) : null
      if (routeRow) {
        found.set(routeRow.iri, { row: routeRow, resource: present(facts, routeRow, view) })
      }
    }
    return {
      status: 200,
      page: { path, root: row.iri, ...shown, resources: [...found.keys()] },
      entries: [...found.values()].map(({ row: stored, resource }) =>
        seesEditorFields(view) ? { resource, etag: etagOf(stored) } : { resource },
      ),
    }
  }
