/** Hashes and verifies passwords. Only salted hashes are stored. */
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'
import { TooManyAttemptsError } from '../domain-errors.ts'

/** From OWASP's password storage cheat sheet: scrypt with 16 MiB and five rounds. */
const scryptCost = { N: 2 ** 14, r: 8, p: 5 }
const keyLength = 32

/** In UTF-16 code units. Longer ones are rejected before they are normalized, which is quadratic. */
export const maxPasswordLength = 1_000

/** Node has four threads for hashing, files, compression and DNS; half of them stay free for other work. */
const maxConcurrentHashes = 2
/** Further attempts are refused, to be made again after so many seconds. */
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

/** Throws like `requireHashCapacity`. */
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

/** Returns `scrypt$N$r$p$salt$key`; the parameters are stored with it, so that the cost may grow one day. */
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

/** The hash of no password, so that an unknown name takes as long as a wrong password. */
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
