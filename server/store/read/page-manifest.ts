/** Reads manifests: the IRIs of a page as trees, one for each ancestor page and the last for the page itself. */
import type { Iri } from '#content/model/iri.ts'
import { NotFoundError } from '#server/domain-errors.ts'
import { type AccessRules, accessError } from '../access/read-access.ts'
import type { ReadContext } from '../access/read-context.ts'
import { routeAt } from '../graph/row-versions.ts'
import { ancestorsOf, routesOf } from '../graph/page-hierarchy.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type ManifestNode, createPageTrees } from './page-tree.ts'
import type { Serialize } from './serialize.ts'

/** Returns the IRIs of a manifest as one list, the requested page first. */
export const flatManifest = (trees: readonly ManifestNode[]): Iri[] => {
  const collect = ({ iri, children }: ManifestNode): Iri[] => [iri, ...children.flatMap(collect)]
  return [...new Set(trees.toReversed().flatMap(collect))]
}

/** Returns the row of a page or page data by its UUID, pages first. */
const findEntity = (graph: ResourceGraph, types: TypeRegistry, id: string): Row | null => {
  const candidates = types.all
    .filter(({ category }) => category === 'PAGE' || category === 'PAGE_DATA')
    .toSorted(({ category }) => (category === 'PAGE' ? -1 : 1))
    .map(({ endpoint }) => graph.row(`${endpoint}/${id}`))
  return candidates.find((candidate) => candidate !== null) ?? null
}

/** Builds trees of pages that are requested by themselves, without a route. */
const createEntityTrees = (access: AccessRules, treeOf: ReturnType<typeof createPageTrees>) => {
  const routeOf = (graph: ResourceGraph, entity: Iri, readContext: ReadContext) =>
    routesOf(graph, entity).find((route) => access.isVisible(graph, route, readContext))

  /** Returns the tree of a page or page data requested by itself: it comes first, then its own route. */
  const entityTree = (
    graph: ResourceGraph,
    entity: Iri,
    readContext: ReadContext,
  ): ManifestNode[] => {
    const tree = treeOf(graph, entity, readContext)
    const [node] = tree.content()
    if (!node) return []
    const route = tree.nodes([routeOf(graph, entity, readContext)], () => [])
    return [{ iri: entity, children: [...route, ...node.children] }]
  }

  /** Returns the trees of the ancestors this viewer may read, the outermost first. */
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

  return { entityTree, ancestorTrees }
}

/** Returns a function that reads the manifest of a route's path, or of the UUID of a page or page data. */
export const createManifest = (types: TypeRegistry, access: AccessRules, serialize: Serialize) => {
  const treeOf = createPageTrees(access, serialize)
  const { entityTree, ancestorTrees } = createEntityTrees(access, treeOf)

  const manifestOfRoute = (graph: ResourceGraph, route: Row, readContext: ReadContext) => {
    const entity = ['pageData', 'page']
      .map((property) => serialize.property(graph, route, readContext, property))
      .find((iri) => typeof iri === 'string')
    if (!entity) return [{ iri: route.iri, children: [] }]
    const routed = treeOf(graph, entity, readContext).below(route.iri)
    return [...ancestorTrees(graph, entity, readContext), ...routed]
  }

  return (graph: ResourceGraph, id: string, readContext: ReadContext): ManifestNode[] => {
    const isPath = id.startsWith('/')
    const row = isPath ? routeAt(graph, id) : findEntity(graph, types, id)
    if (!row) throw new NotFoundError()
    if (!access.canRead(graph, row, readContext)) throw accessError(readContext.viewer)
    return isPath
      ? manifestOfRoute(graph, row, readContext)
      : [...ancestorTrees(graph, row.iri, readContext), ...entityTree(graph, row.iri, readContext)]
  }
}
