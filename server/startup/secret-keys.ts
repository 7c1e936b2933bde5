/** Provides the secret keys of the server: those of the environment, or one in `DATA_DIR` that the first start makes. */
import { randomBytes } from 'node:crypto'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretKeys } from '../auth/two-factor/secret-encryption.ts'
import { describeError } from '../store/db/database-client.ts'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'

/**
 * The name of the file in `DATA_DIR`.
 * @internal Exported for tests.
 */
export const secretKeyFile = 'secret.key'

const filePattern = /^[\w-]{43}$/

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Returns the key in the file; null if there is no file. Throws a `StartupError` for one that is not a key. */
const readKey = async (path: string) => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw new StartupError(`${secretKeyFile} in DATA_DIR cannot be read: ${describeError(error)}`)
  })
  if (text === null || filePattern.test(text.trim())) return text && text.trim()
  throw new StartupError(
    `${secretKeyFile} in DATA_DIR is damaged: put the file of a copy there, or delete it and have two-factor sign-in set up again.`,
  )
}

/** Makes the file completely or not at all, since other processes may start at the same time. */
const createKey = async (path: string) => {
  const made = `${path}.${randomBytes(8).toString('hex')}`
  const key = `${randomBytes(32).toString('base64url')}\n`
  // It is on the disk before anything is encrypted by it.
  await writeFile(made, key, { flush: true, mode: 0o600, flag: 'wx' })
  try {
    await link(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(made, { force: true })
  }
}

/** True if others than the owner of the file may read or change it; false where there is none, or no such permissions. */
export const isSecretKeyExposed = async (dataDir: string) => {
  if (process.platform === 'win32') return false
  const file = await stat(join(dataDir, secretKeyFile)).catch(() => null)
  return file !== null && (file.mode & 0o077) !== 0
}

/** Returns the secret keys. Without one in the environment, the file is made if it is missing. */
export const loadSecretKeys = async ({
  dataDir,
  secretKey,
  previousSecretKeys,
}: Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKeys'>): Promise<SecretKeys> => {
  const path = join(dataDir, secretKeyFile)
  const stored = await readKey(path)
  // That of the file stays valid, so that it can be replaced by one of the environment.
  if (secretKey !== null) return [secretKey, ...previousSecretKeys, ...(stored ? [stored] : [])]
  if (stored !== null) return [stored, ...previousSecretKeys]
  await createKey(path).catch((error: unknown) => {
    throw new StartupError(`${secretKeyFile} cannot be made in DATA_DIR: ${describeError(error)}`)
  })
  return [(await readKey(path))!, ...previousSecretKeys]
}
