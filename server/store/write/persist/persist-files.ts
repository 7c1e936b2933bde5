/**
 * Puts the files of a request into the media library, which has each content once. The resource keeps a description of
 * the file under a name of its own, and a relation to the media object.
 */
import type { Iri } from '#content/model/iri.ts'
import { mediaObjectType } from '../../types/media-object-data.ts'
import {
  type FileRecord,
  MissingContentError,
  type StoredFile,
  stemOf,
  withStem,
} from '../../types/stored-file.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The property of the names by which the files of a media object are found. */
export const stemProperty = 'stem'

/** Returns the media object of a file, and the description of the file for the resource. */
const adoptFile = async (work: UnitOfWork, stored: StoredFile) => {
  const existing = await work.mediaObjects.find(stored.contentHash)
  // Deleted since the upload found it there.
  if (!existing && !stored.isWritten) throw new MissingContentError()
  stored.isDuplicate = existing !== null && stored.isWritten
  const { iri, file } = existing ?? work.mediaObjects.add(stored)
  const stem = stemOf(stored.record.name)
  work.setUniqueValue(mediaObjectType, stemProperty, stem, iri)
  return { iri, record: withStem(file, stem) }
}

/** The files of a resource as they are stored, by property. */
export interface AdoptedFiles {
  records: Record<string, FileRecord | null>
  /** The media object of each property that the request has; an empty list for a file that is removed. */
  mediaObjects: Record<string, Iri[]>
}

/** Adds the files of a request to the media library. */
export const adoptFiles = async (
  work: UnitOfWork,
  files: Readonly<Record<string, StoredFile | null>>,
): Promise<AdoptedFiles> => {
  const adopted: AdoptedFiles = { records: {}, mediaObjects: {} }
  for (const [property, stored] of Object.entries(files)) {
    const file = stored && (await adoptFile(work, stored))
    adopted.records[property] = file?.record ?? null
    adopted.mediaObjects[property] = file ? [file.iri] : []
  }
  return adopted
}
