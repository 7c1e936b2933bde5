/** Describes the file of a resource in its row; the file itself is stored separately. */
export interface FileRecord {
  /** The name of the file, `{slug}-{8 hex}.{ext}`, which is unique among all files. */
  name: string
  mimeType: string
  size: number
  width?: number
  height?: number
  /** True for several frames, which are shown as they are. */
  isAnimated?: true
  /** A data URI of a few pixels of it; absent for transparent pictures, and for those of older versions. */
  preview?: string
  variants: FileVariant[]
}

/** A smaller version of an image. */
interface FileVariant {
  /** The name of the variant: `thumbnail`, or its width in pixels as `w640`. */
  filter: string
  name: string
  mimeType: string
  size: number
  width: number
  height: number
}

/** Returns what the names of an upload's files begin with, `{slug}-{8 hex}`. */
export const stemOf = (name: string) => name.slice(0, name.indexOf('.'))

/** Returns the record with another stem in the names of its files. */
export const withStem = (record: FileRecord, stem: string): FileRecord => {
  const renamed = (name: string) => stem + name.slice(stemOf(name).length)
  return {
    ...record,
    name: renamed(record.name),
    variants: record.variants.map((variant) => ({ ...variant, name: renamed(variant.name) })),
  }
}

/**
 * Thrown when the media library no longer has the content of a file that was not written, because it had it. The upload
 * code catches it.
 */
export class MissingContentError extends Error {}

interface StoredFileOptions {
  /** The description of the file, under the name that the resource will have it by. */
  record: FileRecord
  /** The SHA-256 of the file in hexadecimal. */
  contentHash: string
  /** The name that the media library shows for it. */
  label: string
  /** True if the files of the record were written; false if the media library had the content already. */
  isWritten: boolean
}

/**
 * Wraps the record of a stored file. Only the upload code creates one, so a client cannot send a
 * description in place of a file.
 */
export class StoredFile {
  readonly record: FileRecord
  readonly contentHash: string
  readonly label: string
  readonly isWritten: boolean
  /** True if its files are not needed, since the media library has the content; set when the resource is persisted. */
  isDuplicate = false

  constructor({ record, contentHash, label, isWritten }: StoredFileOptions) {
    this.record = record
    this.contentHash = contentHash
    this.label = label
    this.isWritten = isWritten
  }
}

/** Returns the names of a file and of its variants. */
export const fileNames = ({ name, variants }: FileRecord) => [
  name,
  ...variants.map((variant) => variant.name),
]
