/** Describes the file of a resource in its row; the file itself is stored separately. */
export interface FileRecord {
  /** The name of the file, `{slug}-{8 hex}.{ext}`, which is unique among all files. */
  name: string
  mimeType: string
  size: number
  width?: number
  height?: number
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

/**
 * Wraps the record of a stored file. Only the upload code creates one, so a client cannot send a
 * description in place of a file.
 */
export class StoredFile {
  readonly record: FileRecord

  constructor(record: FileRecord) {
    this.record = record
  }
}

/** Returns the names of a file and of its variants. */
export const fileNames = ({ name, variants }: FileRecord) => [
  name,
  ...variants.map((variant) => variant.name),
]
