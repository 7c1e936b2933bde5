/** The request to persist a resource, and what is derived from it before the resource is validated. */
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { Row } from '../../graph/resource-graph.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import type { ParsedBody } from '../parse-resource-body.ts'

export interface PersistRequest {
  definition: TypeDefinition
  iri: Iri
  /** The stored row; null for a new resource. */
  row: Row | null
  parsed: ParsedBody
  publishedAt: string | null
  /** Applies the publish rules whatever its date. */
  validatePublished?: boolean
  /** Collects violations instead of throwing, for what is saved as part of something else. */
  violations?: Violation[]
}

export interface PreparedRequest {
  /** The request, with the IRI that follows from a natural key, and with normalized values. */
  request: PersistRequest
  /** The values of the resource as they would be stored. */
  data: Row['data']
  /** The IRIs of each relation in the body. */
  targets: Readonly<Record<string, Iri[]>>
  /** The media objects of the files in the body and of the pictures in its texts, by property. */
  mediaObjects: Readonly<Record<string, Iri[]>>
}
