/** Keeps the stored keys of authenticator apps encrypted by the server's current key. */
import { lockedTransaction } from '../../store/db/locked-transaction.ts'
import type { Database } from '../../store/db/schema.ts'
import type { SecretEncryption } from './secret-encryption.ts'

const batchSize = 500

const readBatch = (db: Database, after: string) =>
  db
    .selectFrom('two_factor')
    .select(['account_id', 'secret'])
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(batchSize)
    .execute()

/** Yields the keys as they are stored, in batches. */
async function* batchesOf(db: Database) {
  let rows = await readBatch(db, '')
  while (rows.length) {
    yield rows
    rows = await readBatch(db, rows.at(-1)!.account_id)
  }
}

/** Returns the number of stored keys that this server cannot decrypt, because another key has encrypted them. */
export const countUnreadableSecrets = async (db: Database, { hasKeyOf }: SecretEncryption) => {
  let count = 0
  for await (const rows of batchesOf(db)) {
    count += rows.filter(({ secret }) => !hasKeyOf(secret)).length
  }
  return count
}

/** Encrypts the keys that are stored plain or by a previous key. Those that it cannot decrypt stay as they are. */
export const encryptSecretsIn = async (tx: Database, encryption: SecretEncryption) => {
  for await (const rows of batchesOf(tx)) {
    for (const { account_id, secret } of rows) {
      const plain = encryption.isCurrent(secret) ? null : encryption.decrypt(secret, account_id)
      if (plain === null) continue
      await tx
        .updateTable('two_factor')
        .set({ secret: encryption.encrypt(plain, account_id) })
        .where('account_id', '=', account_id)
        .where('secret', '=', secret)
        .execute()
    }
  }
}

const hasOld = async (db: Database, { isCurrent, hasKeyOf }: SecretEncryption) => {
  for await (const rows of batchesOf(db)) {
    if (rows.some(({ secret }) => !isCurrent(secret) && hasKeyOf(secret))) return true
  }
  return false
}

/** Encrypts what is not encrypted by the current key, in a transaction of its own. */
export const encryptStoredSecrets = async (db: Database, encryption: SecretEncryption) => {
  if (!(await hasOld(db, encryption))) return
  await lockedTransaction(db, (tx) => encryptSecretsIn(tx, encryption))
}
