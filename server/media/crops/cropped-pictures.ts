/** Makes the files of cropped pictures when they are first asked for, and stores them until there are too many. */
import { type FileRecord, stemOf } from '../../store/types/stored-file.ts'
import type { FileStorage } from '../file-storage.ts'
import { cropImage } from '../process-image.ts'
import { cropOfName } from './cropped-files.ts'

/** The maximum number of files that are stored of the crops of one picture; those that were made first are made again. */
const maxFiles = 60

interface CroppedPicturesOptions {
  files: FileStorage
  /** Called with the errors of files that could not be stored or deleted. */
  log: (problem: unknown) => void
}

/** Returns the names of the stored files of a picture's crops, those that were made last first. */
const namesOf = async ({ files }: CroppedPicturesOptions, stem: string) =>
  (await files.list(`${stem}.crop-`))
    .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
    .map(({ name }) => name)

/** Stores a file. The disk may be full: the file was made, so it is sent all the same. */
const store = async (options: CroppedPicturesOptions, name: string, bytes: Buffer) => {
  const { files, log } = options
  try {
    await files.write(name, bytes)
    const stored = await namesOf(options, stemOf(name))
    await Promise.all(stored.slice(maxFiles).map((old) => files.remove(old)))
  } catch (problem) {
    log(problem)
  }
}

/** Reads a stored file, or makes it if it is one of a crop; resolves to null when there is none. */
const readOrMake = async (
  options: CroppedPicturesOptions,
  name: string,
  original: FileRecord,
): Promise<Buffer<ArrayBuffer> | null> => {
  const { files } = options
  const stored = await files.read(name)
  const asked = cropOfName(name)
  const bytes = stored || !asked ? null : await files.read(original.name)
  if (!bytes || !asked) return stored
  const made = Buffer.from(await cropImage(bytes, asked.crop, asked.size))
  await store(options, name, made)
  return made
}

/** Creates the functions for the files of cropped pictures. */
export const createCroppedPictures = (options: CroppedPicturesOptions) => {
  const running = new Map<string, ReturnType<typeof readOrMake>>()
  return {
    /**
     * Reads a file of a stored picture, also one of a crop. Only names that a resource has may be asked for: each may be
     * made, which takes a while.
     */
    read(name: string, original: FileRecord) {
      const reading =
        running.get(name) ?? readOrMake(options, name, original).finally(() => running.delete(name))
      running.set(name, reading)
      return reading
    },

    namesOf: ({ name }: FileRecord) => namesOf(options, stemOf(name)),
  }
}
