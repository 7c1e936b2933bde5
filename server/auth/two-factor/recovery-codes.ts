/** Makes recovery codes, each of which stands once for a code of the app. The database has only their hashes. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../store/db/schema.ts'
import { hashToken } from '../tokens.ts'

const codeCount = 10
const codeLength = 16
/** Letters and digits that are not mistaken for each other. Their number divides that of the values of a byte. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a new code of 80 random bits, which is too random to be guessed from a fast hash. */
const createCode = () => {
  const letters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Returns a code without what people leave out, add or mistake when they type it. */
const bare = (code: string) =>
  code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

const hashOf = (accountId: string, code: string) =>
  hashToken(JSON.stringify([accountId, bare(code)]))

/** Deletes the recovery codes of an account. */
export const deleteRecoveryCodes = async (tx: Database, accountId: string) => {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/** Replaces the recovery codes of an account, and returns the new ones, which can never be read again. */
export const replaceRecoveryCodes = async (tx: Database, accountId: string) => {
  const codes = Array.from({ length: codeCount }, createCode)
  await deleteRecoveryCodes(tx, accountId)
  const rows = codes.map((code) => ({ account_id: accountId, hash: hashOf(accountId, code) }))
  await tx.insertInto('recovery_code').values(rows).execute()
  return codes
}

/** Uses up a recovery code. Resolves to false for one that does not exist, or was used. */
export const spendRecoveryCode = async (db: Database, accountId: string, code: string) => {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('hash', '=', hashOf(accountId, code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const countRecoveryCodes = async (db: Database, accountId: string) => {
  const { total } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}
