/** Results and options of the store's reads and mutations. */
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Variance } from '../access/read-context.ts'

export interface ReadResult {
  resource: Resource
  /** The ETag of the returned row, with quotes. */
  etag: string
  /** The time at which a scheduled draft of this resource is due, as an ISO date. */
  expires?: string
  /** True if the publish rules hold; only for editors, and only for types with drafts. */
  validToPublish?: boolean
}

/** The options of a read. */
export interface ReadOptions {
  /** True to read the live version even if the viewer may see a draft. */
  published?: boolean
  /** The page that the resource is read for, as a path or an IRI. */
  path?: string
  /** The whole query, for collections that pass it on to their list. */
  query?: URLSearchParams
  /** The API's base URL as this viewer reaches it. */
  base?: string
  /** Receives the IRIs the result depends on, for callers that cache it. */
  dependencies?: Set<Iri>
  /** Receives what the result varies by, for callers that share it. */
  variance?: Variance
}

export interface MutationOptions {
  /** True to change the live row itself instead of its draft. */
  published?: boolean
  /** True to apply the publish rules to a draft, too. */
  validatePublished?: boolean
  /** True if the body replaces the resource: properties missing from it are removed. */
  isReplacement?: boolean
  /** The API's base URL as this viewer reaches it. */
  base?: string
  /** The id of the resource that is created, a UUID. One that is there already was created by an earlier attempt. */
  id?: string
  /** The ETags of the versions that may be changed; null or missing for any version. */
  expectedEtags?: readonly string[] | null
}

export type Body = Record<string, unknown>
