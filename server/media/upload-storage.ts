/** Stores uploaded files with their variants, and deletes them. */
import { createHash, randomBytes } from 'node:crypto'
import { fileRefusals, maxFileSize } from '#content/model/image-file.ts'
import { type FileRecord, StoredFile, fileNames, withStem } from '../store/types/stored-file.ts'
import { detectFileType } from './detect-file-type.ts'
import type { FileStorage } from './file-storage.ts'
import type { KnownFile } from './library/known-files.ts'
import { type ImageVariant, InvalidFileError, processImage } from './process-image.ts'
import type { Upload } from './upload.ts'

/** The number of characters of a file name that are used, which limits the cost of normalizing it. */
const maxNameLength = 255

/**
 * Returns the name of an uploaded file without its extension as a slug. `slugify` of routes would give other names: it
 * takes the beginning of a long text instead of the end, writes `ß` as `ss`, allows more characters, and has another
 * fallback.
 */
const slugOf = (name: string) =>
  name
    .slice(-maxNameLength)
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'file'

const toVariantRecord = (
  stem: string,
  { filter, bytes, mimeType, width, height }: ImageVariant,
) => ({
  filter,
  name: `${stem}.${filter}.webp`,
  mimeType,
  size: bytes.length,
  width,
  height,
})

/** Returns the name of a file without its folders and control characters, for people. */
const labelOf = (name: string) =>
  name
    .slice(-maxNameLength)
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Control}/gu, '')
    .trim() || 'file'

/** Returns a new stem for the names of an upload's files. */
const newStem = (name: string) => `${slugOf(name)}-${randomBytes(4).toString('hex')}`

/**
 * Returns the SHA-256 of the bytes that would be stored, in hexadecimal. Throws an `InvalidFileError` for a file that is
 * too large, empty or no image.
 */
const contentHashOf = ({ bytes }: Upload) => {
  if (bytes.length > maxFileSize) throw new InvalidFileError(fileRefusals.tooLarge)
  if (!bytes.length) throw new InvalidFileError(fileRefusals.empty)
  const type = detectFileType(bytes)
  if (!type) throw new InvalidFileError(fileRefusals.notAnImage)
  return createHash('sha256').update(bytes.subarray(0, type.length)).digest('hex')
}

/** Returns the record of an upload, and the contents of its files in the order of their names. */
const describe = async ({ name, bytes, image }: Upload) => {
  const { type, variants, ...size } = image ?? (await processImage(bytes))
  const stem = newStem(name)
  const record: FileRecord = {
    name: `${stem}.${type.extension}`,
    mimeType: type.mimeType,
    size: type.length,
    ...size,
    variants: variants.map((variant) => toVariantRecord(stem, variant)),
  }
  const contents = [bytes.subarray(0, type.length), ...variants.map((variant) => variant.bytes)]
  return { record, contents }
}

/** Returns the file of an upload whose content the media library has already. Nothing is written for it. */
const asKnownFile = ({ name }: Upload, { contentHash, file }: KnownFile) =>
  new StoredFile({
    record: withStem(file, newStem(name)),
    contentHash,
    label: labelOf(name),
    isWritten: false,
  })

type FindByContent = (contentHash: string) => Promise<KnownFile | null>

/** Creates the storage of uploads. `log` is called with the errors of files that could not be deleted. */
export const createUploadStorage = (files: FileStorage, log: (problem: unknown) => void) => {
  const deleteFiles = async (names: readonly string[]) => {
    const removed = await Promise.allSettled(names.map((name) => files.remove(name)))
    for (const result of removed) if (result.status === 'rejected') log(result.reason)
  }

  const writeFiles = async (names: readonly string[], contents: readonly Buffer[]) => {
    const results = await Promise.allSettled(
      names.map((name, at) => files.write(name, contents[at]!)),
    )
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status !== 'rejected') return
    // Some may have been written before the disk was full.
    await deleteFiles(names)
    throw failed.reason
  }

  /**
   * Stores a file with its variants, unless `findByContent` finds its content; throws an `InvalidFileError` for one that
   * is not accepted.
   */
  const storeFile = async (upload: Upload, findByContent: FindByContent): Promise<StoredFile> => {
    const contentHash = contentHashOf(upload)
    const known = await findByContent(contentHash)
    if (known) return asKnownFile(upload, known)
    const { record, contents } = await describe(upload)
    await writeFiles(fileNames(record), contents)
    return new StoredFile({ record, contentHash, label: labelOf(upload.name), isWritten: true })
  }

  return { storeFile, deleteFiles }
}
