/** Makes the IRIs of the types that derive them from a value: a route from its path, a parameter from its key. */
import { type Iri, routeIri } from '#content/model/iri.ts'
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
