/** Stores uploaded files with their variants, and deletes them. */
import { randomBytes } from 'node:crypto'
import { fileRefusals, maxFileSize } from '#content/model/image-file.ts'
import { type FileRecord, fileNames } from '../store/types/stored-file.ts'
import type { FileStorage } from './file-storage.ts'
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

/** Returns the record of an upload, and the contents of its files in the order of their names. */
const describe = async ({ name, bytes, image }: Upload) => {
  const { type, variants, ...size } = image ?? (await processImage(bytes))
  const stem = `${slugOf(name)}-${randomBytes(4).toString('hex')}`
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

/** Creates the storage of uploads. `log` is called with the errors of files that could not be deleted. */
export const createUploadStorage = (files: FileStorage, log: (problem: unknown) => void) => {
  const deleteFiles = async (names: readonly string[]) => {
    const removed = await Promise.allSettled(names.map((name) => files.remove(name)))
    for (const result of removed) if (result.status === 'rejected') log(result.reason)
  }

  /** Stores a file with its variants; throws an `InvalidFileError` for one that is not accepted. */
  const storeFile = async (upload: Upload): Promise<FileRecord> => {
    if (upload.bytes.length > maxFileSize) throw new InvalidFileError(fileRefusals.tooLarge)
    if (!upload.bytes.length) throw new InvalidFileError(fileRefusals.empty)
    const { record, contents } = await describe(upload)
    const names = fileNames(record)
    const results = await Promise.allSettled(
      names.map((own, at) => files.write(own, contents[at]!)),
    )
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status !== 'rejected') return record
    // Some may have been written before the disk was full.
    await deleteFiles(names)
    throw failed.reason
  }

  return { storeFile, deleteFiles }
}
