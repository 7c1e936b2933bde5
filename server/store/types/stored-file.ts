/** A file that belongs to a resource: kept elsewhere, described in its row. */
export interface FileRecord {
  /** `{slug}-{8 hex}.{ext}`; no two files ever have the same. */
  name: string
  mimeType: string
  size: number
  width?: number
  height?: number
  variants: FileVariant[]
}

/** The same picture made smaller. */
export interface FileVariant {
  /** `thumbnail`, or the width it was made for. */
  filter: string
  name: string
  mimeType: string
  size: number
  width: number
  height: number
}

/** Only what has been judged and kept becomes one, so nobody can send a description of a file instead of the file. */
export class StoredFile {
  readonly record: FileRecord

  constructor(record: FileRecord) {
    this.record = record
  }
}

export const fileNames = ({ name, variants }: FileRecord) => [
  name,
  ...variants.map((variant) => variant.name),
]
