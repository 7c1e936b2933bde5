/** The media objects that a transaction adds to the media library, by the hash of their content. */
import type { Database, MediaObjectTable } from '../db/schema.ts'
import { type MediaObjectData, mediaColumnsOf, mediaObjectIri } from '../types/media-object-data.ts'
import type { FileRecord, StoredFile } from '../types/stored-file.ts'

/** A media object as far as the resources that have its file need it. */
interface FoundMediaObject {
  iri: string
  file: FileRecord
}

const toFound = ({ iri, data }: Pick<MediaObjectTable, 'iri' | 'data'>): FoundMediaObject => ({
  iri,
  file: (JSON.parse(data) as MediaObjectData).file,
})

/** Returns the row of a file that was not in the media library before. */
const newMediaObject = (
  { record, contentHash, label }: Pick<StoredFile, 'record' | 'contentHash' | 'label'>,
  now: string,
): MediaObjectTable => {
  const data: MediaObjectData = { file: record, name: label, tags: [], alternativeTexts: {} }
  return {
    iri: mediaObjectIri(record.name),
    content_hash: contentHash,
    data: JSON.stringify(data),
    file_size: record.size,
    ...mediaColumnsOf(data),
    version: 1,
    created_at: now,
    modified_at: now,
  }
}

/** Keeps the media objects of a transaction in memory until they are flushed. */
export class AddedMediaObjects {
  private readonly tx: Database
  private readonly now: string
  private readonly added = new Map<string, MediaObjectTable>()

  constructor(tx: Database, now: string) {
    this.tx = tx
    this.now = now
  }

  /** Finds the media object with a content, also among those of this transaction. */
  async find(contentHash: string): Promise<FoundMediaObject | null> {
    const row =
      this.added.get(contentHash) ??
      (await this.tx
        .selectFrom('media_object')
        .select(['iri', 'data'])
        .where('content_hash', '=', contentHash)
        .executeTakeFirst())
    return row ? toFound(row) : null
  }

  add(stored: StoredFile): FoundMediaObject {
    const row = newMediaObject(stored, this.now)
    this.added.set(row.content_hash, row)
    return toFound(row)
  }

  /** Returns the rows that were added. */
  rows() {
    return [...this.added.values()]
  }

  async flush() {
    const rows = this.rows()
    if (rows.length) await this.tx.insertInto('media_object').values(rows).execute()
  }
}
