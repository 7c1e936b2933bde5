/** What is addressed by a value of its own: a route by its path, a parameter by its key. */
import { type Iri, routeIri } from '#content/model/iri.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { TypeDefinition } from './type-registry.ts'

/** Null for what is addressed by an id. */
export const naturalKeyIri = (
  { type, endpoint, naturalKey }: TypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Iri | null => {
  if (!naturalKey) return null
  const name = String(data[naturalKey] ?? '')
  return type === 'Route' ? routeIri(name) : `${endpoint}/${encodeURIComponent(name)}`
}

/** A redirect that only leads here makes way when what it leads to comes back. */
export const canBeReplacedBy = (graph: ResourceGraph, { iri, type }: Row, wanted: Iri) => {
  if (type !== 'Route' || wanted === iri) return false
  const links = graph.outgoing(wanted)
  return links.length === 1 && links[0]?.property === 'redirect' && links[0].to === iri
}

/** What is asked of a route below its own path; a page there could not be reached. */
export const isReservedPath = (path: string) => /.\/(redirects|children)$/.test(path)
