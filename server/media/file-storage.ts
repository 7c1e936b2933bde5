/** Where files are kept: a folder, each file under a name of its own. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FileStorage {
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  remove(name: string): Promise<void>
  /** Every name, with when the file was made. */
  list(): Promise<{ name: string; madeAt: number }[]>
}

/** What we name files; anything else is not looked for, wherever it came from. */
const isName = (name: string) => /^[a-z0-9][a-z0-9.-]*$/.test(name) && !name.includes('..')

const isMissing = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'

export const createFileStorage = (folder: string): FileStorage => {
  const pathOf = (name: string) => {
    if (!isName(name)) throw new Error(`No file of ours is called ${JSON.stringify(name)}.`)
    return join(folder, name)
  }
  return {
    async write(name, bytes) {
      // Drafts are in it, and nobody else on the machine is to read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Under its name it is whole or not there at all.
      const unfinished = join(folder, `${randomBytes(8).toString('hex')}.tmp`)
      try {
        await writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
        await rename(unfinished, pathOf(name))
      } catch (thrown) {
        await rm(unfinished, { force: true })
        throw thrown
      }
    },
    async read(name) {
      if (!isName(name)) return null
      try {
        return await readFile(pathOf(name))
      } catch (thrown) {
        if (isMissing(thrown)) return null
        throw thrown
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list() {
      const names = await readdir(folder).catch((thrown: unknown) => {
        if (isMissing(thrown)) return []
        throw thrown
      })
      const found = names.filter(isName).map(async (name) => {
        const { mtimeMs } = await stat(join(folder, name))
        return { name, madeAt: mtimeMs }
      })
      return Promise.all(found)
    },
  }
}
