/** Determines which paths of routes are reserved, and which redirects a route may replace. */
import type { Iri } from '#content/model/iri.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'

/**
 * True if the route at `redirectIri` is only a redirect to the route `target`, so that it is replaced when that one
 * moves back there.
 */
export const canBeReplacedBy = (graph: ResourceGraph, redirectIri: Iri, target: Row) => {
  if (target.type !== 'Route' || redirectIri === target.iri) return false
  const relations = graph.outgoing(redirectIri)
  return (
    relations.length === 1 &&
    relations[0]?.property === 'redirect' &&
    relations[0].to === target.iri
  )
}
