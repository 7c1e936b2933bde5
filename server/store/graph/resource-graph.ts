/**
 * What is known of the stored content while one question is answered: every rule is a plain function over these,
 * and a page of any size costs as many queries as it has levels.
 */
import type { Link as ContentLink } from '#content/model/cascade.ts'
import type { Iri } from '#content/model/iri.ts'

export interface Row {
  iri: Iri
  type: string
  data: Readonly<Record<string, unknown>>
  version: number
  publishedAt: string | null
  /** When its publication has to be announced. */
  dueAt: string | null
  createdAt: string
  modifiedAt: string
}

export interface Link extends ContentLink {
  position: number
}

export interface ResourceGraph {
  row(iri: Iri): Row | null
  /** What a resource points at, in order; by one property, or all there is. */
  outgoing(iri: Iri, property?: string): readonly Link[]
  /** What points at it, in order. */
  incoming(iri: Iri, property?: string): readonly Link[]
  /** Who has a value that only one of its type may have. */
  findByUnique(type: string, property: string, value: string): Iri | null
  /** False while something that was looked at has to be fetched: whatever is answered now, it will be asked again. */
  isComplete(): boolean
}

/** A scheduled draft came due and has to be published before anything is answered. */
export class DraftDueError extends Error {}
