/** Makes the tree of one page: its layout, groups, positions and components, each IRI once. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import type { AccessRules } from '../access/read-access.ts'
import type { ReadContext } from '../access/read-context.ts'
import { pageReadContext } from '../graph/page-hierarchy.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { firstTarget } from './serialize-context.ts'
import type { Serialize } from './serialize.ts'

export interface ManifestNode {
  iri: Iri
  children: ManifestNode[]
}

/** Returns nodes for those of the IRIs that have none in the tree yet. */
type CreateNodes = (
  iris: readonly (Iri | undefined)[],
  childrenOf: (iri: Iri) => ManifestNode[],
) => ManifestNode[]

const createUniqueNodes = (): CreateNodes => {
  const seen = new Set<Iri>()
  return (iris, childrenOf) =>
    iris.flatMap((iri) => {
      if (!iri || seen.has(iri)) return []
      seen.add(iri)
      return [{ iri, children: childrenOf(iri) }]
    })
}

const isIriList = (value: unknown): value is Iri[] => Array.isArray(value)

/** Reads what a page holds, as one viewer sees it. */
const createPageContent = (
  access: AccessRules,
  serialize: Serialize,
  graph: ResourceGraph,
  readContext: ReadContext,
) => {
  const targetsOf = (row: Row | null, property: string): Iri[] => {
    const value = row ? serialize.property(graph, row, readContext, property) : undefined
    return isIriList(value) ? value : typeof value === 'string' ? [value] : []
  }
  const ifPublished = (iri: Iri) => {
    const row = graph.row(iri)
    return row && access.isPublishedFor(row, readContext) ? iri : undefined
  }
  return {
    groupsOf: (page: Iri) => targetsOf(graph.row(page), 'componentGroups'),
    positionsOf: (group: Iri) => targetsOf(graph.row(group), 'componentPositions'),
    componentsAt: (position: Iri) =>
      targetsOf(graph.row(position), 'component').map((iri) => ifPublished(iri)),
  }
}

/** Returns a function that returns the tree of a page or page data, as the manifest has it. */
export const createPageTrees =
  (access: AccessRules, serialize: Serialize) =>
  (graph: ResourceGraph, entity: Iri, parentContext: ReadContext) => {
    const readContext = pageReadContext(graph, entity, parentContext)
    const { groupsOf, positionsOf, componentsAt } = createPageContent(
      access,
      serialize,
      graph,
      readContext,
    )
    const nodes = createUniqueNodes()
    const groupContent = (group: Iri) =>
      nodes(positionsOf(group), (position) => nodes(componentsAt(position), () => []))
    const pageContent = (iri: Iri): ManifestNode[] => [
      ...nodes([firstTarget(graph, iri, 'layout')], () => []),
      ...nodes(groupsOf(iri), groupContent),
    ]
    /** Returns the node of the page or page data itself. */
    const content = () =>
      nodes([entity], (iri) =>
        iriTypeOf(iri) === 'PAGE_DATA'
          ? nodes([firstTarget(graph, iri, 'page')], pageContent)
          : pageContent(iri),
      )
    return { nodes, content, below: (route: Iri) => nodes([route], content) }
  }
