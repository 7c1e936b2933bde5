/** What the store answers with: a resource as one caller may see it, and what the headers say about it. */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Variance } from '../access/read-context.ts'

export interface ReadResult {
  resource: Resource
  /** Of the row that was returned, quoted as it goes into the header. */
  etag: string
  /** When a scheduled draft of this resource is due. */
  expires?: string
  /** Whether the publish rules hold; only for those who may see drafts, only for what has drafts. */
  validToPublish?: boolean
}

/** How a resource is asked for. */
export interface ReadOptions {
  /** `?published=true`; `false` is the same as not saying. */
  published?: boolean
  /** The `path` header, as a path or an IRI. */
  path?: string
  /** The whole query, for what passes it on to a list. */
  query?: URLSearchParams
  /** Where the API is, for whoever asks. */
  base?: string
  /** Takes in what the answer depends on, for whoever wants to keep it. */
  used?: Set<Iri>
  /** Takes in what the answer differs by, for whoever says which caches may keep it. */
  variance?: Variance
}

export interface WriteOptions {
  /** `?published=true`: the live row itself; `false` is the same as not saying. */
  published?: boolean
  /** `?validate_published=true`: hold a draft to the publish rules too. */
  validatePublished?: boolean
  /** What the body leaves out is taken away. */
  isWhole?: boolean
  /** Where the API is, for whoever asks. */
  base?: string
  /** The `If-Match` header as it arrived. */
  ifMatch?: string
}

export type Body = Record<string, unknown>
