/** Makes the files of cropped pictures when they are first asked for, and stores them until there are too many. */
import type { FileRecord } from '../../store/types/stored-file.ts'
import { stemOf } from '../../store/types/stored-file.ts'
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

/** Returns the start of the names of a picture's cropped files. */
const startOf = (stem: string) => `${stem}.crop-`

/** Creates the store of cropped pictures. */
export const createCroppedPictures = ({ files, log }: CroppedPicturesOptions) => {
  const running = new Map<string, Promise<Buffer<ArrayBuffer> | null>>()

  const namesOf = async (stem: string) =>
    (await files.list(startOf(stem)))
      .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
      .map(({ name }) => name)

  /** Stores a file. The disk may be full: the file was made, so it is sent all the same. */
  const store = async (name: string, bytes: Buffer) => {
    try {
      await files.write(name, bytes)
      const stored = await namesOf(stemOf(name))
      await Promise.all(stored.slice(maxFiles).map((old) => files.remove(old)))
    } catch (problem) {
      log(problem)
    }
  }

  const make = async (name: string, original: FileRecord) => {
    const stored = await files.read(name)
    const asked = cropOfName(name)
    const bytes = stored || !asked ? null : await files.read(original.name)
    if (!bytes || !asked) return stored
    const made = Buffer.from(await cropImage(bytes, asked.crop, asked.size))
    await store(name, made)
    return made
  }

  return {
    /**
     * Reads a file of a crop of a stored picture. Only names that a resource has may be asked for: each may be made, which
     * takes a while.
     */
    read(name: string, original: FileRecord) {
      const made = running.get(name) ?? make(name, original).finally(() => running.delete(name))
      running.set(name, made)
      return made
    },

    /** Returns the names of the stored files of a picture's crops. */
    namesOf: ({ name }: FileRecord) => namesOf(stemOf(name)),
  }
}
