/**
 * The manifest: the IRIs of a page as trees, one for each ancestor page and the last for the page itself
 * (api, section 2.4).
 */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { NotFoundError } from '#server/domain-errors.ts'
import { type AccessRules, accessError } from '../access/read-access.ts'
import { firstTarget } from './serialize-context.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { routeAt } from '../graph/drafts-and-live.ts'
import type { Serialize } from './serialize.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { ancestorsOf, routesOf, pageReadContext } from '../graph/page-hierarchy.ts'
import type { ReadContext } from '../access/read-context.ts'

export interface ManifestNode {
  iri: Iri
  children: ManifestNode[]
}

export const createManifest = (types: TypeRegistry, access: AccessRules, serialize: Serialize) => {
  /** Builds the tree of one page; each IRI appears once. */
  const treeOf = (
    graph: ResourceGraph,
    entity: Iri,
    route: Iri | undefined,
    parentContext: ReadContext,
  ) => {
    const seen = new Set<Iri>()
    const readContext = pageReadContext(graph, entity, parentContext)
    const nodes = (
      iris: readonly (Iri | undefined)[],
      childrenOf: (iri: Iri) => ManifestNode[],
    ): ManifestNode[] =>
      iris.flatMap((iri) => {
        if (!iri || seen.has(iri)) return []
        seen.add(iri)
        return [{ iri, children: childrenOf(iri) }]
      })
    const list = (row: Row | null, property: string): Iri[] => {
      const value = row ? serialize.property(graph, row, readContext, property) : undefined
      return Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
    }
    const component = (iri: Iri) => {
      const row = graph.row(iri)
      return row && access.isPublishedFor(row, readContext) ? iri : undefined
    }
    const positions = (group: Iri) =>
      nodes(list(graph.row(group), 'componentPositions'), (position) =>
        nodes(list(graph.row(position), 'component').map(component), () => []),
      )
    const page = (iri: Iri): ManifestNode[] => [
      ...nodes([firstTarget(graph, iri, 'layout')], () => []),
      ...nodes(list(graph.row(iri), 'componentGroups'), positions),
    ]
    const content = () =>
      nodes([entity], (iri) =>
        iriTypeOf(iri) === 'PAGE_DATA' ? nodes([firstTarget(graph, iri, 'page')], page) : page(iri),
      )
    return { content, nodes, routed: () => nodes([route], content) }
  }

  const routeOf = (graph: ResourceGraph, entity: Iri, readContext: ReadContext) =>
    routesOf(graph, entity).find((route) => access.isVisible(graph, route, readContext))

  /** Returns the tree of a page or page data requested by itself: it comes first, then its own route. */
  const entityTree = (
    graph: ResourceGraph,
    entity: Iri,
    readContext: ReadContext,
  ): ManifestNode[] => {
    const tree = treeOf(graph, entity, undefined, readContext)
    const [node] = tree.content()
    if (!node) return []
    const route = tree.nodes([routeOf(graph, entity, readContext)], () => [])
    return [{ iri: entity, children: [...route, ...node.children] }]
  }

  /** Returns the trees of the ancestors this caller may read, the outermost first. */
  const ancestorTrees = (
    graph: ResourceGraph,
    entity: Iri,
    readContext: ReadContext,
  ): ManifestNode[] => {
    const trees: ManifestNode[] = []
    for (const ancestor of ancestorsOf(graph, access, entity, readContext)) {
      trees.unshift(...entityTree(graph, ancestor, readContext))
    }
    return trees
  }

  /** Returns the manifest of a route's path, or of the UUID of a page or page data. */
  const manifest = (graph: ResourceGraph, id: string, readContext: ReadContext): ManifestNode[] => {
    const route = id.startsWith('/') ? routeAt(graph, id) : null
    const entities = types.all
      .filter(({ category }) => category === 'PAGE' || category === 'PAGE_DATA')
      .toSorted(({ category }) => (category === 'PAGE' ? -1 : 1))
      .map(({ endpoint }) => graph.row(`${endpoint}/${id}`))
    const row =
      route ?? (id.startsWith('/') ? null : entities.find((candidate) => candidate !== null))
    if (!row) throw new NotFoundError()
    if (!access.canRead(graph, row, readContext)) throw accessError(readContext.viewer)
    if (row !== route) {
      return [
        ...ancestorTrees(graph, row.iri, readContext),
        ...entityTree(graph, row.iri, readContext),
      ]
    }
    const entity = ['pageData', 'page']
      .map((property) => serialize.property(graph, row, readContext, property))
      .find((iri) => typeof iri === 'string')
    if (!entity) return [{ iri: row.iri, children: [] }]
    const routed = treeOf(graph, entity, row.iri, readContext).routed()
    return [...ancestorTrees(graph, entity, readContext), ...routed]
  }

  /** Returns the IRIs of a manifest as one list, the requested page first. */
  const flat = (trees: readonly ManifestNode[]): Iri[] => {
    const collect = ({ iri, children }: ManifestNode): Iri[] => [iri, ...children.flatMap(collect)]
    return [...new Set(trees.toReversed().flatMap(collect))]
  }

  return { manifest, flat }
}
