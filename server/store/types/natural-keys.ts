/** Types whose IRI is derived from a value: a route from its path, a parameter from its key. */
import { type Iri, routeIri } from '#content/model/iri.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { TypeDefinition } from './type-definition.ts'

/** Returns the IRI derived from the natural key; null for types addressed by an id. */
export const naturalKeyIri = (
  { type, endpoint, naturalKey }: TypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Iri | null => {
  if (!naturalKey) return null
  const name = String(data[naturalKey] ?? '')
  return type === 'Route' ? routeIri(name) : `${endpoint}/${encodeURIComponent(name)}`
}

/**
 * True if the route at the wanted IRI is only a redirect to this one, so it gives way when this route moves
 * back there.
 */
export const canBeReplacedBy = (graph: ResourceGraph, { iri, type }: Row, targetIri: Iri) => {
  if (type !== 'Route' || targetIri === iri) return false
  const links = graph.outgoing(targetIri)
  return links.length === 1 && links[0]?.property === 'redirect' && links[0].to === iri
}

/** True for paths that would collide with the API's sub-resources of a route. */
export const isReservedPath = (path: string) => /.\/(redirects|children)$/.test(path)
