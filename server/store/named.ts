/** What is addressed by a value of its own: a route by its path, a parameter by its key. */
import { type Iri, routeIri } from '#content/iri.ts'
import type { Facts, Row } from './facts.ts'
import type { Shape } from './shapes.ts'

/** Null for what is addressed by an id. */
export const namedIri = (
  { type, endpoint, namedBy }: Shape,
  data: Readonly<Record<string, unknown>>,
): Iri | null => {
  if (!namedBy) return null
  const name = String(data[namedBy] ?? '')
  return type === 'Route' ? routeIri(name) : `${endpoint}/${encodeURIComponent(name)}`
}

/** A redirect that only leads here makes way when what it leads to comes back. */
export const makesWay = (facts: Facts, { iri, type }: Row, wanted: Iri) => {
  if (type !== 'Route' || wanted === iri) return false
  const links = facts.out(wanted)
  return links.length === 1 && links[0]?.property === 'redirect' && links[0].to === iri
}

/** What is asked of a route below its own path; a page there could not be reached. */
export const isShadowed = (path: string) => /.\/(redirects|children)$/.test(path)
