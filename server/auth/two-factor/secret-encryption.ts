/**
 * Encrypts the keys of authenticator apps for the database, by AES-256-GCM. Each value names the key that it was encrypted
 * by, so that a server which has another one can say so.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivLength = 12
const tagLength = 16

/** An encrypted value: its version, the id of the key, and the initialization vector, tag and ciphertext in base64url. */
export const encryptedPattern = /^v1\.[0-9a-f]{16}\.[\w-]{39,400}$/

const isEncrypted = (stored: string) => stored.startsWith(`${version}.`)

/** Derives a key and its id, which tells nothing about it. */
const deriveKey = (secret: string) => {
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `troupe two-factor ${use}`, length))
  return { key: derive('key', 32), prefix: `${version}.${derive('key id', 8).toString('hex')}.` }
}

type DerivedKey = ReturnType<typeof deriveKey>

/** `owner` is authenticated with the value, so that it is not valid in the row of another account. */
const seal = ({ key, prefix }: DerivedKey, plain: string, owner: string) => {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(owner))
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return prefix + Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

const open = ({ key, prefix }: DerivedKey, stored: string, owner: string) => {
  const bytes = Buffer.from(stored.slice(prefix.length), 'base64url')
  const iv = bytes.subarray(0, ivLength)
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    const ciphertext = bytes.subarray(ivLength + tagLength)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch {
    // The value was changed, or belongs to another account.
    return null
  }
}

/** The first of the secret keys encrypts. All of them decrypt, so that the others can be replaced by it. */
export type SecretKeys = readonly [current: string, ...previous: string[]]

/** Creates the encryption of a server's secret keys. */
export const createSecretEncryption = ([current, ...previous]: SecretKeys) => {
  const currentKey = deriveKey(current)
  const keys = [currentKey, ...previous.map(deriveKey)]
  const keyOf = (stored: string) => keys.find(({ prefix }) => stored.startsWith(prefix))
  return {
    encrypt: (plain: string, owner: string) => seal(currentKey, plain, owner),

    /** Returns the plain value; null if it was encrypted by a key that this server does not have. Older ones were stored plain. */
    decrypt: (stored: string, owner: string) => {
      if (!isEncrypted(stored)) return stored
      const key = keyOf(stored)
      return key ? open(key, stored, owner) : null
    },

    /** True for a value that the first key has encrypted. */
    isCurrent: (stored: string) => stored.startsWith(currentKey.prefix),

    /** True unless a value was encrypted by a key that this server does not have. */
    hasKeyOf: (stored: string) => !isEncrypted(stored) || keyOf(stored) !== undefined,
  }
}

export type SecretEncryption = ReturnType<typeof createSecretEncryption>
