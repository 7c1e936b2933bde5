import type { Iri } from './iri.ts'

/** A file of a resource, or a variant of it, as `_metadata` describes it. */
export interface MediaObject {
  '@type': 'http://schema.org/MediaObject'
  '@id': Iri
  contentUrl: string
  fileSize: number
  formattedFileSize: string
  mimeType: string
  width?: number
  height?: number
  /** The name of the variant; absent for the original. */
  imagineFilter?: string
}
