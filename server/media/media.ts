/**
 * Stores the uploaded files of resources, describes them in the metadata, and deletes them when nothing refers to them.
 */
import { ValidationError } from '../domain-errors.ts'
import type { Database } from '../store/db/schema.ts'
import type { Row } from '../store/graph/resource-graph.ts'
import type { Body } from '../store/read/read-result.ts'
import { type FileRecord, StoredFile, fileNames } from '../store/types/stored-file.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { createMediaFeature, filePropertiesOf, isFileRecord } from './file-properties.ts'
import { unreferenced } from './file-references.ts'
import type { FileStorage } from './file-storage.ts'
import { createUploadStorage } from './upload-storage.ts'
import { InvalidFileError } from './process-image.ts'
import { Upload, decodeUpload } from './upload.ts'

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

/** Turns an `InvalidFileError` into a violation of the property. */
const toViolation = (propertyPath: string) => (thrown: unknown) => {
  if (!(thrown instanceof InvalidFileError)) throw thrown
  throw new ValidationError([{ propertyPath, message: thrown.message }])
}

/**
 * Returns a function that stores the files in a body and calls `mutate` with the result. It deletes them again when
 * that fails.
 */
const createWithStoredFiles =
  ({ storeFile, deleteFiles }: ReturnType<typeof createUploadStorage>) =>
  async <Result>(
    definition: TypeDefinition,
    body: Body,
    mutate: (body: Body) => Promise<Result>,
  ): Promise<Result> => {
    const stored: FileRecord[] = []
    const read = async (property: string, sent: unknown) => {
      if (sent === null || sent === '') return null
      const record = await storeFile(sent instanceof Upload ? sent : decodeUpload(property, sent))
      stored.push(record)
      return new StoredFile(record)
    }
    try {
      const ready: Body = { ...body }
      for (const property of filePropertiesOf(definition)) {
        const sent = body[property]
        if (sent !== undefined)
          ready[property] = await read(property, sent).catch(toViolation(property))
      }
      return await mutate(ready)
    } catch (thrown) {
      await deleteFiles(stored.flatMap(fileNames))
      throw thrown
    }
  }

/** Returns functions that handle uploaded files. */
export const createMedia = (options: MediaOptions) => {
  const { db, files, base, clock = Date.now, log = () => {} } = options
  const uploads = createUploadStorage(files, log)
  const { deleteFiles } = uploads

  return {
    feature: createMediaFeature(base),
    withStoredFiles: createWithStoredFiles(uploads),
    read: files.read,

    /** Deletes the files of changed or deleted rows, unless another row refers to them. */
    async deleteReplaced(rows: readonly Row[]) {
      const records = rows.flatMap(({ data }) => Object.values(data).filter(isFileRecord))
      if (!records.length) return
      try {
        await deleteFiles((await unreferenced(db, records)).flatMap(fileNames))
      } catch (thrown) {
        log(thrown)
      }
    },

    /** Deletes files of processes that ended between storing a file and its resource. */
    async deleteOrphans() {
      // Recent ones may belong to a write in progress in another process.
      const old = (await files.list()).filter(({ modifiedAt }) => modifiedAt < clock() - hour)
      const orphans = await unreferenced(db, old)
      await deleteFiles(orphans.map(({ name }) => name))
    },
  }
}

export type Media = ReturnType<typeof createMedia>
