/** Results and options of the store's reads and writes. */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Variance } from '../access/read-context.ts'

export interface ReadResult {
  resource: Resource
  /** The ETag of the returned row, with quotes. */
  etag: string
  /** When a scheduled draft of this resource is due, as ISO text. */
  expires?: string
  /** True if the publish rules hold; only for readers who see drafts, and only for types with drafts. */
  validToPublish?: boolean
}

/** How a resource is read. */
export interface ReadOptions {
  /** `?published=true`; `false` is the same as leaving it out. */
  published?: boolean
  /** The `path` header, as a path or an IRI. */
  path?: string
  /** The whole query, for collections that pass it on to their list. */
  query?: URLSearchParams
  /** The API's base URL as this caller reaches it. */
  base?: string
  /** Receives the IRIs the result depends on, for callers that cache it. */
  dependencies?: Set<Iri>
  /** Receives what the result varies by, for callers that set cache headers. */
  variance?: Variance
}

export interface WriteOptions {
  /** `?published=true`: writes the live row itself; `false` is the same as leaving it out. */
  published?: boolean
  /** `?validate_published=true`: also applies the publish rules to a draft. */
  validatePublished?: boolean
  /** True for PUT: properties missing from the body are removed. */
  isReplacement?: boolean
  /** The API's base URL as this caller reaches it. */
  base?: string
  /** The raw `If-Match` header. */
  ifMatch?: string
}

export type Body = Record<string, unknown>
