/** The IRIs a page is made of, as trees: one for the page, and before it one for each page above it (api, section 2.4). */
import { type Iri, typeOf } from '#content/iri.ts'
import { problem } from '../problem.ts'
import { type Access, refusal } from './access.ts'
import { first } from './context.ts'
import type { Facts, Row } from './facts.ts'
import { routeAt } from './lookup.ts'
import type { Present } from './present.ts'
import type { Shapes } from './shapes.ts'
import { ancestorsOf, routesOf, viewAt } from './tree.ts'
import type { View } from './view.ts'

export interface Branch {
  iri: Iri
  children: Branch[]
}

export const createManifest = (shapes: Shapes, access: Access, present: Present) => {
  /** What one page shows; every IRI once. */
  const treeOf = (facts: Facts, entity: Iri, route: Iri | undefined, asked: View) => {
    const seen = new Set<Iri>()
    const view = viewAt(facts, entity, asked)
    const branches = (
      iris: readonly (Iri | undefined)[],
      below: (iri: Iri) => Branch[],
    ): Branch[] =>
      iris.flatMap((iri) => {
        if (!iri || seen.has(iri)) return []
        seen.add(iri)
        return [{ iri, children: below(iri) }]
      })
    const list = (row: Row | null, property: string): Iri[] => {
      const value = row ? present.property(facts, row, view, property) : undefined
      return Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
    }
    const component = (iri: Iri) => {
      const row = facts.row(iri)
      return row && access.isPublishedFor(row, view) ? iri : undefined
    }
    const positions = (group: Iri) =>
      branches(list(facts.row(group), 'componentPositions'), (position) =>
        branches(list(facts.row(position), 'component').map(component), () => []),
      )
    const page = (iri: Iri): Branch[] => [
      ...branches([first(facts, iri, 'layout')], () => []),
      ...branches(list(facts.row(iri), 'componentGroups'), positions),
    ]
    const content = () =>
      branches([entity], (iri) =>
        typeOf(iri) === 'PAGE_DATA' ? branches([first(facts, iri, 'page')], page) : page(iri),
      )
    return { content, branches, routed: () => branches([route], content) }
  }

  const routeOf = (facts: Facts, entity: Iri, view: View) =>
    routesOf(facts, entity).find((route) => access.mayKnow(facts, route, view))

  /** What a page or page data shows, by itself: it comes first, then its own route. */
  const entityTree = (facts: Facts, entity: Iri, view: View): Branch[] => {
    const tree = treeOf(facts, entity, undefined, view)
    const [branch] = tree.content()
    if (!branch) return []
    const route = tree.branches([routeOf(facts, entity, view)], () => [])
    return [{ iri: entity, children: [...route, ...branch.children] }]
  }

  /** The depths above an entity that this caller may read, the outermost first. */
  const depthsAbove = (facts: Facts, entity: Iri, view: View): Branch[] => {
    const depths: Branch[] = []
    for (const above of ancestorsOf(facts, access, entity, view)) {
      depths.unshift(...entityTree(facts, above, view))
    }
    return depths
  }

  /** By a route's path, or by the UUID of a page or of page data. */
  const manifest = (facts: Facts, id: string, view: View): Branch[] => {
    const route = id.startsWith('/') ? routeAt(facts, id) : null
    const entities = shapes.all
      .filter(({ category }) => category === 'PAGE' || category === 'PAGE_DATA')
      .toSorted(({ category }) => (category === 'PAGE' ? -1 : 1))
      .map(({ endpoint }) => facts.row(`${endpoint}/${id}`))
    const row = route ?? (id.startsWith('/') ? null : entities.find((found) => found !== null))
    if (!row) throw problem(404)
    if (!access.mayRead(facts, row, view)) throw refusal(view.viewer)
    if (row !== route) {
      return [...depthsAbove(facts, row.iri, view), ...entityTree(facts, row.iri, view)]
    }
    const entity = ['pageData', 'page']
      .map((property) => present.property(facts, row, view, property))
      .find((iri) => typeof iri === 'string')
    if (!entity) return [{ iri: row.iri, children: [] }]
    const routed = treeOf(facts, entity, row.iri, view).routed()
    return [...depthsAbove(facts, entity, view), ...routed]
  }

  /** The same, in one list, what was asked for first. */
  const flat = (depths: readonly Branch[]): Iri[] => {
    const walk = ({ iri, children }: Branch): Iri[] => [iri, ...children.flatMap(walk)]
    return [...new Set(depths.toReversed().flatMap(walk))]
  }

  return { manifest, flat }
}
