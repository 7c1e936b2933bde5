/**
 * Makes the random tokens of sessions and of links in mails. The database has only their hashes, which sign nobody in.
 */
import { createHash, randomBytes } from 'node:crypto'

/** Returns a new token: 256 random bits in base64url. */
export const createToken = () => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a token in base64url. A token is too random to be guessed, so it needs no slow hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
