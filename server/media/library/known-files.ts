/** Finds files that the media library has, by their content and by the names under which resources have them. */
import type { Iri } from '#content/model/iri.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import type { Database } from '../../store/db/schema.ts'
import { type MediaObjectData, mediaObjectType } from '../../store/types/media-object-data.ts'
import { type FileRecord, stemOf } from '../../store/types/stored-file.ts'
import { stemProperty } from '../../store/write/persist/persist-files.ts'

/** A file of the media library. */
export interface KnownFile {
  iri: Iri
  contentHash: string
  file: FileRecord
  /** The name that the library shows for it. */
  label: string
}

const nameIn = (iri: Iri) => iri.slice(mediaObjectsEndpoint.length + 1)

const findFile = async (
  db: Database,
  column: 'iri' | 'content_hash',
  value: string,
): Promise<KnownFile | null> => {
  const row = await db
    .selectFrom('media_object')
    .select(['iri', 'content_hash', 'data'])
    .where(column, '=', value)
    .executeTakeFirst()
  if (!row) return null
  const { file, name } = JSON.parse(row.data) as MediaObjectData
  return { iri: row.iri, contentHash: row.content_hash, file, label: name }
}

/** Returns the IRI of the media object that a stem leads to, or null. */
const findIri = async (db: Database, stem: string): Promise<Iri | null> => {
  const row = await db
    .selectFrom('handle')
    .select('iri')
    .where('type', '=', mediaObjectType)
    .where('property', '=', stemProperty)
    .where('value', '=', stem)
    .executeTakeFirst()
  return row?.iri ?? null
}

/** Creates the queries for files of the media library. */
export const createKnownFiles = (db: Database) => ({
  byContent: (contentHash: string) => findFile(db, 'content_hash', contentHash),

  /** Finds a file by the IRI of its media object, or by the one that a resource describes it with. */
  async byIri(iri: Iri) {
    const found = await findIri(db, stemOf(nameIn(iri)))
    return found === null ? null : findFile(db, 'iri', found)
  },
})

export type KnownFiles = ReturnType<typeof createKnownFiles>
