/** Hashes and verifies passwords. Only salted hashes are stored. */
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'
import { TooManyAttemptsError } from '../domain-errors.ts'

/**
 * The cost of a hash, 16 MiB and five rounds, as OWASP recommends:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const scryptCost = { N: 2 ** 14, r: 8, p: 5 }
const keyLength = 32

/**
 * The maximum length of a password in UTF-16 code units. Longer ones are refused before they are normalized, which
 * takes quadratic time.
 */
export const maxPasswordLength = 1_000

/**
 * The maximum number of hashes made at a time. Node has four threads for hashing, files, compression and DNS, so half
 * of them stay free.
 */
const maxConcurrentHashes = 2
/** The maximum number of hashes that wait. Further attempts are refused, and may be made again after some seconds. */
const maxQueuedHashes = 20
const retryAfter = 10

const hashQueue = pLimit(maxConcurrentHashes)

/** Throws a `TooManyAttemptsError` when too many hashes are queued for another to be made soon. */
export const requireHashCapacity = () => {
  if (hashQueue.pendingCount < maxQueuedHashes) return
  throw new TooManyAttemptsError(
    'Too many people are signing in just now. Please try again in a moment.',
    retryAfter,
  )
}

/** Returns the key derived from a password. Throws like `requireHashCapacity`. */
const deriveKey = (password: string, salt: Buffer, options: ScryptOptions) => {
  requireHashCapacity()
  return hashQueue(
    () =>
      new Promise<Buffer>((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  )
}

/**
 * Returns a hash as it is stored, `scrypt$N$r$p$salt$key`. It contains the parameters, so that the cost may grow one
 * day.
 */
const formatHash = (salt: Buffer, key: Buffer) =>
  [
    'scrypt',
    scryptCost.N,
    scryptCost.r,
    scryptCost.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')

/** Returns the hash that is stored for a password. Throws for one that is too long. */
export const hashPassword = async (password: string) => {
  if (password.length > maxPasswordLength) {
    throw new Error('A password this long is refused before it is hashed.')
  }
  const salt = randomBytes(16)
  return formatHash(salt, await deriveKey(password, salt, scryptCost))
}

const hashPattern = /^scrypt\$(\d{1,6})\$(\d{1,2})\$(\d{1,2})\$[\w-]{16,86}\$[\w-]{43}$/

/** True for a hash as it is stored, with a cost that does not slow this server down: one from elsewhere may have any. */
export const isPasswordHash = (text: string) => {
  const [, N = '', r = '', p = ''] = hashPattern.exec(text) ?? []
  const [cost, allowed] = [Number(N) * Number(r), scryptCost.N * scryptCost.r]
  return cost > 1 && cost <= allowed && Number(p) >= 1 && Number(p) <= 2 * scryptCost.p
}

/** A hash that no password has. It is checked for unknown names, so that they take as long as a wrong password. */
const dummyHash = formatHash(randomBytes(16), randomBytes(keyLength))

/**
 * True when the hash was made from this password; false for one that is too long. Throws like
 * `requireHashCapacity`.
 */
export const verifyPassword = async (password: string, hash = dummyHash) => {
  if (password.length > maxPasswordLength) return false
  const [, N, r, p, salt = '', key = ''] = hash.split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await deriveKey(password, Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'))
}
