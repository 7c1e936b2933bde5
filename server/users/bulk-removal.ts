/** Deletes several accounts in one transaction, and restores them with their passwords and second factors. */
import type { BulkMember } from '#content/admin/bulk-change.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { Actor } from '../audit/actor.ts'
import { logAccountChange } from '../audit/account-entry.ts'
import { MembersChangedError, ValidationError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import {
  type DeletedAccounts,
  deleteRestoration,
  findRestoration,
  keepRestoration,
} from '../store/restorations.ts'
import {
  clearedPendingEmail,
  findAccount,
  isLastSuperAdmin,
  lastSuperAdminMessage,
  takenNameViolations,
  throwIfInvalid,
} from './account-rules.ts'
import { userIri } from './account-row.ts'
import { userEtag } from './update-account.ts'

interface BulkRemovalOptions {
  db: Database
  clock: () => number
  /** Deletes an account with all access to it. */
  deleteAccount: (tx: Database, id: string) => Promise<void>
}

/** A request to delete accounts. */
interface Removal {
  members: readonly BulkMember[]
  actor: Actor
  /** True to throw as the deletion would, but delete nothing. */
  isRehearsal: boolean
}

const ownAccountMessage = 'This is your own account. Delete it by itself if you want to.'

/** Returns the accounts to delete; throws a `MembersChangedError` that names those which have changed. */
const findMembers = async (tx: Database, members: readonly BulkMember[]) => {
  const accounts: AccountTable[] = []
  const conflicts: Violation[] = []
  for (const [at, { iri, etag }] of members.entries()) {
    const account = await findAccount(tx, iri.slice(userIri({ id: '' }).length))
    const refuse = (message: string) =>
      void conflicts.push({ iri, propertyPath: `members[${at}]`, message })
    if (!account) refuse('Somebody has deleted this meanwhile.')
    else if (etag !== undefined && etag !== userEtag(account))
      refuse('Somebody has changed this meanwhile.')
    else accounts.push(account)
  }
  if (conflicts.length) throw new MembersChangedError(conflicts)
  return accounts
}

/** Returns all that is to be restored of accounts. */
const rowsOf = async (tx: Database, accounts: AccountTable[]): Promise<DeletedAccounts> => {
  const ids = accounts.map(({ id }) => id)
  return {
    accounts,
    twoFactors: await tx
      .selectFrom('two_factor')
      .selectAll()
      .where('account_id', 'in', ids)
      .execute(),
    recoveryCodes: await tx
      .selectFrom('recovery_code')
      .selectAll()
      .where('account_id', 'in', ids)
      .execute(),
  }
}

class Rehearsed extends Error {}

const createRemoveAll =
  ({ db, clock, deleteAccount }: BulkRemovalOptions) =>
  ({ members, actor, isRehearsal }: Removal): Promise<Iri | null> =>
    lockedTransaction(db, async (tx) => {
      const accounts = await findMembers(tx, members)
      const restoration = await rowsOf(tx, accounts)
      for (const [at, account] of accounts.entries()) {
        const refuse = (message: string) =>
          throwIfInvalid([{ iri: userIri(account), propertyPath: `members[${at}]`, message }])
        if (account.id === actor.userId) refuse(ownAccountMessage)
        if (await isLastSuperAdmin(tx, account)) refuse(lastSuperAdminMessage)
        await deleteAccount(tx, account.id)
        await logAccountChange(tx, actor, { before: account, after: null }, clock())
      }
      if (isRehearsal) throw new Rehearsed()
      const kept = { action: 'delete', accountId: actor.userId!, restoration } as const
      return keepRestoration(tx, kept, clock())
    }).catch((thrown: unknown) => {
      if (thrown instanceof Rehearsed) return null
      throw thrown
    })

/** Inserts an account as it was. A change of its address is over: the link for that was revoked. */
const restoreAccount = async (tx: Database, account: AccountTable, actor: Actor, now: number) => {
  const taken = await takenNameViolations(
    tx,
    { username: account.username, emailAddress: account.email_address },
    null,
  )
  if (taken.length || (await findAccount(tx, account.id)))
    throw new ValidationError([
      {
        iri: userIri(account),
        propertyPath: '',
        message: `The name or address of “${account.username}” belongs to another account by now.`,
      },
    ])
  const after = { ...account, ...clearedPendingEmail }
  await tx.insertInto('account').values(after).execute()
  await logAccountChange(tx, actor, { before: null, after }, now)
}

const createRestoreAll =
  ({ db, clock }: BulkRemovalOptions) =>
  (id: string, actor: Actor) =>
    lockedTransaction(db, async (tx) => {
      const kept = await findRestoration(tx, { id, accountId: actor.userId ?? '' }, clock())
      if (!('accounts' in kept)) return false
      for (const account of kept.accounts) await restoreAccount(tx, account, actor, clock())
      if (kept.twoFactors.length)
        await tx.insertInto('two_factor').values(kept.twoFactors).execute()
      if (kept.recoveryCodes.length)
        await tx.insertInto('recovery_code').values(kept.recoveryCodes).execute()
      await deleteRestoration(tx, id)
      return true
    })

/** Creates the deletion of several accounts, and its undoing. */
export const createBulkRemoval = (options: BulkRemovalOptions) => ({
  /** Deletes all accounts, or throws. Returns the IRI by which that is undone; null where nothing was deleted. */
  removeAll: createRemoveAll(options),
  /** Restores the accounts that an earlier deletion has left under an id; resolves to false if it has left no accounts. */
  restoreAll: createRestoreAll(options),
})
