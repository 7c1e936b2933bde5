/**
 * The stored content as a graph of rows and relations, as far as it is loaded. Code that reads it is synchronous; when
 * something is missing, `graph-loader.ts` loads all that is missing in one batch and runs the code again. A page of any
 * size therefore costs as many queries as its content has levels.
 */
import type { RelationKey } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'

/** A stored resource: its own values, without its relations. Dates are ISO, in UTC. */
export interface Row {
  iri: Iri
  type: string
  data: Readonly<Record<string, unknown>>
  version: number
  publishedAt: string | null
  /** The date at which it is no longer published; null if that is not planned. */
  publishedUntil: string | null
  /** The date of a scheduled publication until that has been announced; then that of its end, or null. */
  dueAt: string | null
  createdAt: string
  modifiedAt: string
}

/**
 * A property of one resource that names another by its IRI, such as the `layout` of a page. `position` is its index
 * among the relations of that property.
 */
export interface Relation extends RelationKey {
  position: number
}

export interface ResourceGraph {
  row(iri: Iri): Row | null
  /** Returns the relations from a resource, in order; those of one property, or all. */
  outgoing(iri: Iri, property?: string): readonly Relation[]
  /** Returns the relations to a resource, in order. */
  incoming(iri: Iri, property?: string): readonly Relation[]
  /** Returns the resource that has a unique value, or null. */
  findByUnique(type: string, property: string, value: string): Iri | null
  /** Returns false while something that was read has yet to be fetched: then what was computed so far is discarded. */
  isComplete(): boolean
}

/** Thrown when a scheduled draft is due and must be published before anything is returned. */
export class DraftDueError extends Error {}
