/** The IRIs a page is made of, as trees: one for the page, and before it one for each page above it (api, section 2.4). */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { problem } from '#server/http/problem.ts'
import { type AccessRules, accessError } from '../access/access-rules.ts'
import { firstTarget } from './serialize-context.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { routeAt } from '../graph/find-row.ts'
import type { Serialize } from './serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { ancestorsOf, routesOf, pageReadContext } from '../graph/page-tree.ts'
import type { ReadContext } from '../access/read-context.ts'

export interface ManifestNode {
  iri: Iri
  children: ManifestNode[]
}

export const createManifest = (types: TypeRegistry, access: AccessRules, present: Serialize) => {
  /** What one page shows; every IRI once. */
  const treeOf = (
    graph: ResourceGraph,
    entity: Iri,
    route: Iri | undefined,
    asked: ReadContext,
  ) => {
    const seen = new Set<Iri>()
    const readContext = pageReadContext(graph, entity, asked)
    const branches = (
      iris: readonly (Iri | undefined)[],
      below: (iri: Iri) => ManifestNode[],
    ): ManifestNode[] =>
      iris.flatMap((iri) => {
        if (!iri || seen.has(iri)) return []
        seen.add(iri)
        return [{ iri, children: below(iri) }]
      })
    const list = (row: Row | null, property: string): Iri[] => {
      const value = row ? present.property(graph, row, readContext, property) : undefined
      return Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
    }
    const component = (iri: Iri) => {
      const row = graph.row(iri)
      return row && access.isPublishedFor(row, readContext) ? iri : undefined
    }
    const positions = (group: Iri) =>
      branches(list(graph.row(group), 'componentPositions'), (position) =>
        branches(list(graph.row(position), 'component').map(component), () => []),
      )
    const page = (iri: Iri): ManifestNode[] => [
      ...branches([firstTarget(graph, iri, 'layout')], () => []),
      ...branches(list(graph.row(iri), 'componentGroups'), positions),
    ]
    const content = () =>
      branches([entity], (iri) =>
        iriTypeOf(iri) === 'PAGE_DATA'
          ? branches([firstTarget(graph, iri, 'page')], page)
          : page(iri),
      )
    return { content, branches, routed: () => branches([route], content) }
  }

  const routeOf = (graph: ResourceGraph, entity: Iri, readContext: ReadContext) =>
    routesOf(graph, entity).find((route) => access.isVisible(graph, route, readContext))

  /** What a page or page data shows, by itself: it comes first, then its own route. */
  const entityTree = (
    graph: ResourceGraph,
    entity: Iri,
    readContext: ReadContext,
  ): ManifestNode[] => {
    const tree = treeOf(graph, entity, undefined, readContext)
    const [branch] = tree.content()
    if (!branch) return []
    const route = tree.branches([routeOf(graph, entity, readContext)], () => [])
    return [{ iri: entity, children: [...route, ...branch.children] }]
  }

  /** The depths above an entity that this caller may read, the outermost first. */
  const depthsAbove = (
    graph: ResourceGraph,
    entity: Iri,
    readContext: ReadContext,
  ): ManifestNode[] => {
    const depths: ManifestNode[] = []
    for (const above of ancestorsOf(graph, access, entity, readContext)) {
      depths.unshift(...entityTree(graph, above, readContext))
    }
    return depths
  }

  /** By a route's path, or by the UUID of a page or of page data. */
  const manifest = (graph: ResourceGraph, id: string, readContext: ReadContext): ManifestNode[] => {
    const route = id.startsWith('/') ? routeAt(graph, id) : null
    const entities = types.all
      .filter(({ category }) => category === 'PAGE' || category === 'PAGE_DATA')
      .toSorted(({ category }) => (category === 'PAGE' ? -1 : 1))
      .map(({ endpoint }) => graph.row(`${endpoint}/${id}`))
    const row = route ?? (id.startsWith('/') ? null : entities.find((found) => found !== null))
    if (!row) throw problem(404)
    if (!access.canRead(graph, row, readContext)) throw accessError(readContext.viewer)
    if (row !== route) {
      return [
        ...depthsAbove(graph, row.iri, readContext),
        ...entityTree(graph, row.iri, readContext),
      ]
    }
    const entity = ['pageData', 'page']
      .map((property) => present.property(graph, row, readContext, property))
      .find((iri) => typeof iri === 'string')
    if (!entity) return [{ iri: row.iri, children: [] }]
    const routed = treeOf(graph, entity, row.iri, readContext).routed()
    return [...depthsAbove(graph, entity, readContext), ...routed]
  }

  /** The same, in one list, what was asked for first. */
  const flat = (depths: readonly ManifestNode[]): Iri[] => {
    const walk = ({ iri, children }: ManifestNode): Iri[] => [iri, ...children.flatMap(walk)]
    return [...new Set(depths.toReversed().flatMap(walk))]
  }

  return { manifest, flat }
}
