/** Everything a path shows, in one answer: what the chain of requests would gather, without the requests. */
import { type Iri, routePath, typeOf } from '#content/iri.ts'
import { assemble, isDirect, nestedIris } from '#content/page.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Resource, Route } from '#content/resource.ts'
import type { Access } from './access.ts'
import { etagOf } from './etag.ts'
import type { Facts, Row } from './facts.ts'
import { draftOf, isLive, routeAt } from './lookup.ts'
import { present } from './present.ts'
import type { Shapes } from './shapes.ts'
import type { View } from './view.ts'

const refused = (status: number, message: string): PagePayload => ({
  status,
  page: null,
  entries: [],
  failure: { status, message },
})

/** Looks at the draft as well, for whoever is asking: it may be due. */
const isHidden = (facts: Facts, shapes: Shapes, row: Row, view: View) => {
  if (!shapes.ofType(row.type)?.isPublishable) return false
  const draft = draftOf(facts, row.iri)
  if (draft) facts.row(draft)
  return !view.drafts && !isLive(row, view.now)
}

export const createPage =
  (shapes: Shapes, access: Access) =>
  (facts: Facts, path: string, asked: View): PagePayload => {
    const row = isDirect(path) ? facts.row(path) : routeAt(facts, path)
    if (!row) return refused(404, `Page not found: ${path}`)
    const view = { ...asked, path: typeOf(row.iri) === 'ROUTE' ? routePath(row.iri) : path }
    if (!access.mayRead(facts, row, view)) {
      return view.viewer.userId ? refused(403, 'Access Denied.') : refused(401, 'Please sign in.')
    }

    const root = present(facts, shapes, row, view)
    const redirect = typeOf(row.iri) === 'ROUTE' ? (root as Route).redirectPath : undefined
    if (redirect) return { status: 308, redirect, page: null, entries: [] }

    const found = new Map<Iri, { row: Row; resource: Resource }>([
      [row.iri, { row, resource: root }],
    ])
    // A map grows while it is walked, so this goes level by level to the end.
    for (const { resource } of found.values()) {
      for (const iri of nestedIris(resource)) {
        const nested = found.has(iri) ? null : facts.row(iri)
        if (!nested || isHidden(facts, shapes, nested, view)) continue
        found.set(iri, { row: nested, resource: present(facts, shapes, nested, view) })
      }
    }
    const read = (iri: Iri) => found.get(iri)?.resource
    return {
      status: 200,
      page: { path, root: row.iri, ...assemble(row.iri, read), resources: [...found.keys()] },
      entries: [...found.values()].map(({ row: stored, resource }) =>
        view.drafts ? { resource, etag: etagOf(stored) } : { resource },
      ),
    }
  }
