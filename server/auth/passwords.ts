/** Passwords, of which only a salted hash is kept. */
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'
import { problem } from '../http/problem.ts'

/** OWASP's password storage cheat sheet: scrypt with 16 MiB and five rounds. */
const cost = { N: 2 ** 14, r: 8, p: 5 }
const keyLength = 32

/** In UTF-16 code units (api, section 11.8): what is longer is refused before it is normalised, which is quadratic. */
export const maxPasswordLength = 1_000

/** Node has four threads for hashes, files, compression and names; half of them stay free for everything else. */
const atOnce = 2
/** Those who come later are told to come again, in so many seconds. */
const mostWaiting = 20
const retryAfter = 10

const hashing = pLimit(atOnce)

/** Throws 429 where so many hashes are waited for that another would not be made soon. */
export const requireHashCapacity = () => {
  if (hashing.pendingCount < mostWaiting) return
  throw problem(429, {
    detail: 'Too many people are signing in just now. Please try again in a moment.',
    headers: { 'Retry-After': `${retryAfter}` },
  })
}

/** 429 as `requireRoomToHash`. */
const derive = (password: string, salt: Buffer, options: ScryptOptions) => {
  requireHashCapacity()
  return hashing(
    () =>
      new Promise<Buffer>((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  )
}

/** `scrypt$N$r$p$salt$key`: what it took to make it goes along, so that the cost may grow one day. */
const written = (salt: Buffer, key: Buffer) =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  )

export const hashPassword = async (password: string) => {
  if (password.length > maxPasswordLength) {
    throw new Error('A password this long is refused before it is hashed.')
  }
  const salt = randomBytes(16)
  return written(salt, await derive(password, salt, cost))
}

/** Nobody's password: with it an unknown name takes as long as a wrong password. */
const nobodys = written(randomBytes(16), randomBytes(keyLength))

/** Whether a hash was made of it; one that is too long was made of none. 429 as `requireRoomToHash`. */
export const verifyPassword = async (password: string, hash = nobodys) => {
  if (password.length > maxPasswordLength) return false
  const [, N, r, p, salt = '', key = ''] = hash.split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'))
}
