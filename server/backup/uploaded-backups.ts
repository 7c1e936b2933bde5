/**
 * Keeps backups that are uploaded to be restored in files of `DATA_DIR`, where each process finds them. They contain
 * password hashes, so they are deleted as soon as they are not needed any more.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

/** The maximum size of a backup, in bytes. */
const maxSize = 16 * 1024 ** 3
/** The space on the disk that stays free, in bytes. */
const reservedSpace = 64 * 1024 ** 2
/** The time after which an upload that nobody restores is deleted, in milliseconds. */
const lifetime = 2 * 60 * 60 * 1_000

const isId = (id: string) => /^[0-9a-f]{32}$/.test(id)

/** Throws a `BackupError` for a backup of a size for which there is no space. */
const requireSpace = async (folder: string, size: number, added: number) => {
  if (size > maxSize)
    throw new BackupError('This file is too large. Import it by npm run admin on the server.')
  const space = await statfs(folder)
  if (space.bavail * space.bsize - added < reservedSpace)
    throw new BackupError('The disk of the server has no space for this file.')
}

/** Deletes the uploads that were left. */
const deleteOld = async (folder: string, now: number) => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    if (about && about.mtimeMs < now - lifetime) await rm(path, { force: true })
  }
}

/** The next start deletes what could not be deleted. */
const ignore = () => {}

const createFile = async (folder: string) => {
  const id = randomBytes(16).toString('hex')
  await writeFile(join(folder, `${id}.jsonl`), '', { flag: 'wx', mode: 0o600 })
  return id
}

/** Creates the storage of uploads in a folder. `clock` returns milliseconds since 1970. */
export const createUploadedBackups = (folder: string, clock: () => number = Date.now) => {
  const pathOf = (id: string) => join(folder, `${id}.jsonl`)
  const sizeOf = async (id: string) => {
    const about = isId(id) ? await stat(pathOf(id)).catch(() => null) : null
    return about && about.size
  }
  const deleteLeft = () => deleteOld(folder, clock())
  return {
    deleteLeft,

    /** Returns the id of a new upload. Throws a `BackupError` for one that is too large. */
    async create(size: number) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await deleteLeft()
      await requireSpace(folder, size, size)
      setTimeout(() => void deleteLeft().catch(ignore), lifetime + 1_000).unref()
      return createFile(folder)
    },

    /** Adds a part, and returns the size with it; null unless there is an upload with all parts before it. */
    async append(id: string, offset: number, part: Uint8Array) {
      const size = await sizeOf(id)
      if (size === null || size !== offset) return null
      await requireSpace(folder, size + part.length, part.length)
      await appendFile(pathOf(id), part)
      return size + part.length
    },

    /** Returns the size of an upload in bytes; null if there is none. */
    sizeOf,
    open: (id: string): AsyncIterable<Buffer> => createReadStream(pathOf(id)),
    remove: async (id: string) => {
      if (isId(id)) await rm(pathOf(id), { force: true })
    },
  }
}

export type UploadedBackups = ReturnType<typeof createUploadedBackups>
