import type { Point } from '../pictures/framing.ts'
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
  /** True for an original of several frames. Its thumbnail is a still picture. */
  isAnimated?: true
  /** A data URI of a few pixels of an original, which stands for it until it is loaded. */
  preview?: string
  /** The point of it that stays in sight in a box of another shape; absent for its center. */
  focalPoint?: Point
}

/** A resource that has a file of the media library. */
export interface FileUse {
  '@id': Iri
  '@type': string
  /** The label of its kind; an API elsewhere may give none. */
  label?: string
  property: string
  /** False for a draft. */
  isPublished: boolean
  /** The pages that show it, or its live version; a few of them. */
  pages: { '@id': Iri; title: string; path?: string }[]
  hasMorePages: boolean
}
