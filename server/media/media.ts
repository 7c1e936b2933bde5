/** Stores uploaded files, describes them in the metadata of resources, and deletes those that nothing needs. */
import type { Iri } from '#content/model/iri.ts'
import type { Database } from '../store/db/schema.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { type FileRecord, fileNames, stemOf } from '../store/types/stored-file.ts'
import { createCroppedPictures } from './crops/cropped-pictures.ts'
import { createMediaFeature } from './file-properties.ts'
import type { FileStorage } from './file-storage.ts'
import { createKnownFiles } from './library/known-files.ts'
import { findUnlistedFiles, listUnlistedFiles } from './library/unlisted-files.ts'
import { createWithStoredFiles } from './request-files.ts'
import { createUploadStorage } from './upload-storage.ts'

const hour = 60 * 60 * 1000

interface MediaOptions {
  db: Database
  files: FileStorage
  /** The base URL of the API, for the URLs of files: `https://site.test/_api`. */
  base: string
  clock?: () => number
  /** Called with the errors of files that could not be deleted. The next start tries again. */
  log?: (problem: unknown) => void
}

/** Returns the stems of all files that the media library or a resource needs. */
const findNeededStems = async (db: Database) => {
  const listed = await db.selectFrom('media_object').select('iri').execute()
  const unlisted = await findUnlistedFiles(db)
  return new Set([
    ...listed.map(({ iri }) => stemOf(iri.slice(iri.lastIndexOf('/') + 1))),
    ...unlisted.map(({ record }) => stemOf(record.name)),
  ])
}

/** Returns the name under which a file is stored that a resource has under another one. */
const withStemOf = (file: FileRecord, name: string) =>
  stemOf(file.name) + name.slice(stemOf(name).length)

/** Returns the names of the files that nothing needs. Recent ones may belong to a write in progress in another process. */
const findOrphans = async (db: Database, files: FileStorage, now: number) => {
  const old = (await files.list()).filter(({ modifiedAt }) => modifiedAt < now - hour)
  if (!old.length) return []
  const needed = await findNeededStems(db)
  return old.filter(({ name }) => !needed.has(stemOf(name))).map(({ name }) => name)
}

/** Returns functions that handle uploaded files. */
export const createMedia = (options: MediaOptions) => {
  const { db, files, base, clock = Date.now, log = () => {} } = options
  const uploads = createUploadStorage(files, log)
  const knownFiles = createKnownFiles(db)
  const croppedPictures = createCroppedPictures({ files, log })

  return {
    feature: createMediaFeature(base),
    withStoredFiles: createWithStoredFiles({ uploads, knownFiles }),

    findFile: knownFiles.byIri,

    /** Finds a file, or a variant of it, by its media object and its name; resolves to null when there is none. */
    async findOwnFile(iri: Iri, name: string) {
      const known = await knownFiles.byIri(iri)
      if (!known) return null
      const found = [known.file, ...known.file.variants].find((one) => one.name === name)
      return found ? { iri: known.iri, mimeType: found.mimeType } : null
    },

    /** Deletes a file with its variants and crops. */
    async deleteFile(file: FileRecord) {
      const crops = await croppedPictures.namesOf(file)
      await uploads.deleteFiles([...fileNames(file), ...crops])
    },

    /**
     * Reads a file by the name under which a resource has it, also one of a crop, which is made if it has to be; resolves
     * to null when there is none.
     */
    async read(name: string) {
      const own = await files.read(name)
      const known = own ? null : await knownFiles.byIri(`${mediaObjectsEndpoint}/${name}`)
      return known ? croppedPictures.read(withStemOf(known.file, name), known.file) : own
    },

    /** Adds the files of older versions to the media library. */
    listFiles: () => listUnlistedFiles(db, files),

    /** Deletes files of processes that ended between storing a file and its resource. */
    deleteOrphans: async () => uploads.deleteFiles(await findOrphans(db, files, clock())),
  }
}

export type Media = ReturnType<typeof createMedia>
