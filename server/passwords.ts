/** Passwords, of which only a salted hash is kept. */
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's password storage cheat sheet: scrypt with 16 MiB and five rounds. */
const cost = { N: 2 ** 14, r: 8, p: 5 }
const keyLength = 32

const derive = (password: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** `scrypt$N$r$p$salt$key`: what it took to make it goes along, so that the cost may grow one day. */
const written = (salt: Buffer, key: Buffer) =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  )

export const hashPassword = async (password: string) => {
  const salt = randomBytes(16)
  return written(salt, await derive(password, salt, cost))
}

/** Nobody's password: with it an unknown name takes as long as a wrong password. */
const nobodys = written(randomBytes(16), randomBytes(keyLength))

export const isPassword = async (password: string, hash = nobodys) => {
  const [, N, r, p, salt = '', key = ''] = hash.split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'))
}
