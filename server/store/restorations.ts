/** Keeps what was there before a change, for as long as the change can be undone. */
import { randomUUID } from 'node:crypto'
import { type BulkAction, bulkChangesEndpoint } from '#content/admin/bulk-change.ts'
import type { Iri } from '#content/model/iri.ts'
import { NotFoundError } from '../domain-errors.ts'
import { isoDate } from './db/iso-date.ts'
import type { AccountTable, Database, RecoveryCodeTable, TwoFactorTable } from './db/schema.ts'
import type { RecordedChanges } from './write/bulk/recorded-changes.ts'

/** The time for which a change can be undone, in milliseconds. */
const lifetime = 60 * 60 * 1_000
/** The maximum length of what is kept of a change. A larger one cannot be undone. */
const maxLength = 32 * 1024 * 1024

/** Deleted accounts as their rows, which never leave the server. Without a second factor its password alone would open one. */
export interface DeletedAccounts {
  accounts: AccountTable[]
  twoFactors: TwoFactorTable[]
  recoveryCodes: RecoveryCodeTable[]
}

/** The state from before a change: content, or accounts. */
export type Restoration = { content: RecordedChanges } | DeletedAccounts

interface KeptRestoration {
  /** The id of the change; undefined for a new one. */
  id?: string | undefined
  action: BulkAction
  /** The account that has made the change, which alone may undo it. */
  accountId: string
  restoration: Restoration
}

/** Returns what is stored to undo a change; null for more than can be kept. */
const stateOf = (restoration: Restoration) => {
  const state = JSON.stringify(restoration)
  return state.length > maxLength ? null : state
}

/** True if a change with this restoration can be undone. */
export const canKeep = (restoration: Restoration) => stateOf(restoration) !== null

const deleteExpired = (db: Database, now: number) =>
  db.deleteFrom('restoration').where('expires_at', '<=', isoDate(now)).execute()

/** Returns the IRI of a change, by which it is undone. */
export const changeIri = (id: string): Iri => `${bulkChangesEndpoint}/${id}`

/** Keeps what was there, and returns the IRI of the change; null for more than can be kept. */
export const keepRestoration = async (
  tx: Database,
  { id = randomUUID(), action, accountId, restoration }: KeptRestoration,
  now: number,
): Promise<Iri | null> => {
  await deleteExpired(tx, now)
  const state = stateOf(restoration)
  if (state === null) return null
  await tx
    .insertInto('restoration')
    .values({ id, action, account_id: accountId, state, expires_at: isoDate(now + lifetime) })
    .execute()
  return changeIri(id)
}

/** True if a change has the id, of whichever account. */
export const isKept = async (db: Database, id: string, now: number) => {
  const kept = await db
    .selectFrom('restoration')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', isoDate(now))
    .executeTakeFirst()
  return kept !== undefined
}

/** Returns what an account has left to restore by an id; throws a `NotFoundError` when there is nothing any more. */
export const findRestoration = async (
  db: Database,
  { id, accountId }: { id: string; accountId: string },
  now: number,
): Promise<Restoration> => {
  const kept = await db
    .selectFrom('restoration')
    .select('state')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', isoDate(now))
    .executeTakeFirst()
  if (!kept) throw new NotFoundError('This can no longer be undone.')
  return JSON.parse(kept.state) as Restoration
}

/** Forgets a change that was undone: that is done once. */
export const deleteRestoration = (tx: Database, id: string) =>
  tx.deleteFrom('restoration').where('id', '=', id).execute()

/** Creates the deletion of what can no longer be restored. */
export const createRestorationCleanup = (db: Database) => ({
  deleteExpired: (now: number) => deleteExpired(db, now),
})
