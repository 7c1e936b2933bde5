import type { Resource } from '../model/resource.ts'

/** A resource as it was read, with the ETag of that version. */
export interface ItemVersion {
  resource: Resource
  etag: string | undefined
  /** The components of page data that are edited with it, by the properties that refer to them. */
  parts?: Readonly<Record<string, ItemVersion>>
}
