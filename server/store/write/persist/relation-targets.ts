/** Finds the resources that the relations in a body name. */
import type { Iri } from '#content/model/iri.ts'
import { safeDecodeUri } from '#content/navigation/location.ts'
import { InvalidInputError } from '#server/domain-errors.ts'
import { liveOf } from '../../graph/row-versions.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import { type ParsedBody, isIri } from '../parse-resource-body.ts'

/** Returns a stored IRI, also for its percent-encoded form, which `Location` headers have. */
const storedIri = (graph: ResourceGraph, iri: Iri): Iri | undefined =>
  [iri, safeDecodeUri(iri)].find((candidate) => graph.row(candidate))

/**
 * Returns the target of a relation. It is never a draft of something live, which would be gone once it is
 * published. Throws an `InvalidInputError` for anything else than the IRI of a resource that the property may refer
 * to.
 */
const targetOf = (graph: ResourceGraph, property: { to: readonly string[] }, iri: unknown): Iri => {
  const isAllowed = isIri(iri) && property.to.some((prefix) => iri.startsWith(prefix))
  const stored = isAllowed && storedIri(graph, iri)
  if (!stored) throw new InvalidInputError(`Invalid IRI "${String(iri).slice(0, 200)}".`)
  return liveOf(graph, stored) ?? stored
}

/** Returns the targets of the relations in a body, by property. */
export const targetsOf = (
  graph: ResourceGraph,
  definition: TypeDefinition,
  relations: ParsedBody['relations'],
) =>
  Object.fromEntries(
    Object.entries(relations).map(([name, iris]): [string, Iri[]] => {
      const property = definition.properties[name]
      if (property?.type !== 'relation' && property?.type !== 'relations') return [name, []]
      return [name, [...new Set(iris.map((iri) => targetOf(graph, property, iri)))]]
    }),
  )
