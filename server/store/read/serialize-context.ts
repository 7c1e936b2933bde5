/** Defines what serializing one resource needs, and reads its relations and values. */
import type { Iri } from '#content/model/iri.ts'
import type { AccessRules } from '../access/read-access.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { ReadContext } from '../access/read-context.ts'

export interface SerializeContext {
  access: AccessRules
  graph: ResourceGraph
  types: TypeRegistry
  definition: TypeDefinition
  row: Row
  readContext: ReadContext
}

/** Returns the first target of a property, or undefined. */
export const firstTarget = (graph: ResourceGraph, iri: Iri, property: string): Iri | undefined =>
  graph.outgoing(iri, property)[0]?.to

/**
 * Returns the first target of a property that is visible to this viewer. A loop, because a page calls it hundreds of
 * times.
 */
export const firstVisibleTarget = (
  { access, graph, readContext, row }: SerializeContext,
  property: string,
): Iri | undefined => {
  for (const { to } of graph.outgoing(row.iri, property))
    if (access.isVisible(graph, to, readContext)) return to
  return undefined
}

/** Returns a predicate: true for IRIs this viewer may know of. */
export const isVisibleIn =
  ({ access, graph, readContext }: Pick<SerializeContext, 'access' | 'graph' | 'readContext'>) =>
  (iri: Iri) =>
    access.isVisible(graph, iri, readContext)

/** Returns values and relations as stored, for rules over more than one property. */
export const storedData = (
  graph: ResourceGraph,
  definition: TypeDefinition,
  row: Row,
): Record<string, unknown> => {
  const data = { ...row.data }
  for (const [name, property] of Object.entries(definition.properties)) {
    if (property.type === 'relation') data[name] = firstTarget(graph, row.iri, name)
  }
  return data
}

/** Returns the same without relations to what is hidden from this viewer. */
export const visibleData = (context: SerializeContext): Record<string, unknown> => {
  const data = { ...context.row.data }
  const { properties } = context.definition
  for (const name of Object.keys(properties)) {
    if (properties[name]!.type === 'relation') data[name] = firstVisibleTarget(context, name)
  }
  return data
}
