/** Reads the files in the body of a request: uploads, and files of the media library by their IRIs. */
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { ValidationError } from '../domain-errors.ts'
import { isUnreachable } from '../store/db/database-errors.ts'
import type { Body } from '../store/read/read-result.ts'
import {
  MissingContentError,
  StoredFile,
  fileNames,
  stemOf,
  withStem,
} from '../store/types/stored-file.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { filePropertiesOf } from './file-properties.ts'
import type { KnownFiles } from './library/known-files.ts'
import { InvalidFileError } from './process-image.ts'
import type { createUploadStorage } from './upload-storage.ts'
import { Upload, decodeUpload } from './upload.ts'

interface RequestFilesOptions {
  uploads: ReturnType<typeof createUploadStorage>
  knownFiles: KnownFiles
}

/** Turns an `InvalidFileError` into a violation of the property. */
const toViolation = (propertyPath: string) => (thrown: unknown) => {
  if (!(thrown instanceof InvalidFileError)) throw thrown
  throw new ValidationError([{ propertyPath, message: thrown.message }])
}

const isMediaObjectIri = (sent: unknown): sent is string =>
  typeof sent === 'string' && sent.startsWith(`${mediaObjectsEndpoint}/`) && sent.length < 255

/**
 * Returns the file of the media library that an IRI names, under the name in the IRI, so that a resource gets a file
 * back as it had it.
 */
const readKnownFile = async ({ knownFiles }: RequestFilesOptions, iri: string) => {
  const known = await knownFiles.byIri(iri)
  if (!known) throw new InvalidFileError('This file is no longer in the media library.')
  const { file, contentHash, label } = known
  const stem = stemOf(iri.slice(mediaObjectsEndpoint.length + 1))
  return new StoredFile({ record: withStem(file, stem), contentHash, label, isWritten: false })
}

/** Returns the file that was sent for a property. `isStoring` is true to store its content even if that is known. */
const readFile = (
  options: RequestFilesOptions,
  property: string,
  sent: unknown,
  isStoring: boolean,
): Promise<StoredFile> => {
  if (isMediaObjectIri(sent)) return readKnownFile(options, sent)
  const { uploads, knownFiles } = options
  const upload = sent instanceof Upload ? sent : decodeUpload(property, sent)
  // The demo, whose pictures were processed beforehand, is written within a transaction, where others cannot read.
  const isStored = isStoring || upload.image !== undefined
  return uploads.storeFile(upload, async (hash) => (isStored ? null : knownFiles.byContent(hash)))
}

/** The part of a request whose files are stored. */
interface FilesRequest<Result> {
  properties: readonly string[]
  body: Body
  mutate: (body: Body) => Promise<Result>
  /** True to store the content of a file even if the media library has it. */
  isStoring: boolean
}

/** Deletes the files that were written for a request and are not needed. */
const deleteUnneeded = (
  { uploads }: RequestFilesOptions,
  stored: readonly StoredFile[],
  isUnneeded: (file: StoredFile) => boolean,
) =>
  uploads.deleteFiles(
    stored
      .filter((file) => file.isWritten && isUnneeded(file))
      .flatMap(({ record }) => fileNames(record)),
  )

/** Stores the files in a body, calls `mutate`, and deletes the files again that turn out not to be needed. */
const mutateWithFiles = async <Result>(
  options: RequestFilesOptions,
  { properties, body, mutate, isStoring }: FilesRequest<Result>,
): Promise<Result> => {
  const stored: StoredFile[] = []
  const read = async (property: string) => {
    const sent = body[property]
    if (sent === null || sent === '') return null
    const file = await readFile(options, property, sent, isStoring)
    stored.push(file)
    return file
  }
  try {
    const ready: Body = { ...body }
    for (const property of properties)
      ready[property] = await read(property).catch(toViolation(property))
    const result = await mutate(ready)
    await deleteUnneeded(options, stored, ({ isDuplicate }) => isDuplicate)
    return result
  } catch (thrown) {
    // If the connection broke during the commit, it may have succeeded. Files that nothing needs are deleted at the next start.
    if (!isUnreachable(thrown)) await deleteUnneeded(options, stored, () => true)
    throw thrown
  }
}

/**
 * Returns a function that stores the files in a body and calls `mutate` with the result. It deletes those again that
 * are not needed: all of them when that fails, and otherwise those whose content the media library has.
 */
export const createWithStoredFiles =
  (options: RequestFilesOptions) =>
  async <Result>(
    definition: TypeDefinition,
    body: Body,
    mutate: (body: Body) => Promise<Result>,
  ): Promise<Result> => {
    const properties = filePropertiesOf(definition).filter((name) => body[name] !== undefined)
    const request = { properties, body, mutate }
    try {
      return await mutateWithFiles(options, { ...request, isStoring: false })
    } catch (thrown) {
      if (!(thrown instanceof MissingContentError)) throw thrown
      // Somebody has deleted the file from the media library since it was found there.
      return mutateWithFiles(options, { ...request, isStoring: true })
    }
  }
