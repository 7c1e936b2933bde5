/** Stores files in a folder, each under a unique name. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface ListedFile {
  name: string
  modifiedAt: number
}

export interface FileStorage {
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Reads a file; resolves to null when there is none of that name. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  remove(name: string): Promise<void>
  /**
   * Returns the names of all files, or of those that begin with a text, with the time of the last change in milliseconds
   * since 1970.
   */
  list(start?: string): Promise<ListedFile[]>
}

/** True for a file name that this server may have created; no others are read. */
const isFileName = (name: string) => /^[a-z0-9][a-z0-9.-]*$/.test(name) && !name.includes('..')

const isMissing = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'

/** Writes a file under its final name only when it is complete, so that no reader sees half of it. */
const writeWhole = async (folder: string, path: string, bytes: Uint8Array) => {
  const unfinished = join(folder, `${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
    await rename(unfinished, path)
  } catch (thrown) {
    await rm(unfinished, { force: true })
    throw thrown
  }
}

/** Returns the names in a folder; none when there is no such folder. */
const namesIn = (folder: string) =>
  readdir(folder).catch((thrown: unknown) => {
    if (isMissing(thrown)) return []
    throw thrown
  })

/** Returns a file of a folder; null if it was removed meanwhile. */
const describeFile = async (folder: string, name: string): Promise<ListedFile | null> => {
  try {
    const { mtimeMs } = await stat(join(folder, name))
    return { name, modifiedAt: mtimeMs }
  } catch (thrown) {
    if (isMissing(thrown)) return null
    throw thrown
  }
}

/** Creates the storage of uploaded files in a folder. */
export const createFileStorage = (folder: string): FileStorage => {
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name.`)
    return join(folder, name)
  }
  return {
    async write(name, bytes) {
      // It contains files of drafts, so other users of the machine may not read it.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(folder, pathOf(name), bytes)
    },
    async read(name) {
      if (!isFileName(name)) return null
      try {
        return await readFile(pathOf(name))
      } catch (thrown) {
        if (isMissing(thrown)) return null
        throw thrown
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(start = '') {
      const names = await namesIn(folder)
      const listed = names.filter((name) => isFileName(name) && name.startsWith(start))
      const files = await Promise.all(listed.map((name) => describeFile(folder, name)))
      return files.filter((file) => file !== null)
    },
  }
}
