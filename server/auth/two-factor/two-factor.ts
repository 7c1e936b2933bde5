/** Turns the second factor of accounts on and off, and checks its codes. */
import type { Actor } from '../../audit/actor.ts'
import { logTwoFactorChange } from '../../audit/account-entry.ts'
import { lockedTransaction } from '../../store/db/locked-transaction.ts'
import { isoDate } from '../../store/db/iso-date.ts'
import type { AccountTable, Database } from '../../store/db/schema.ts'
import type { KnownNetworks } from '../known-networks.ts'
import type { Throttle } from '../throttle.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
  redeemRecoveryCode,
} from './recovery-codes.ts'
import type { SecretEncryption } from './secret-encryption.ts'
import { createSignInChallenges } from './sign-in-challenges.ts'
import { createSecret, stepOfCode } from './totp.ts'

interface TwoFactorOptions {
  db: Database
  throttle: Throttle
  networks: KnownNetworks
  encryption: SecretEncryption
  clock: () => number
}

/** `unreadable` is the outcome of each code of the app while the server has not the key that its secret was encrypted by. */
type CodeOutcome = 'accepted' | 'wrong' | 'unreadable'

/** A code that proves the second factor, and where it comes from. */
export interface CodeAttempt {
  account: AccountTable
  /** A code of the app, or a recovery code. */
  code: string
  address: string
  /** True in a session of the account, in which nobody elsewhere can use up the attempts. */
  isSignedIn: boolean
}

const find = (db: Database, accountId: string) =>
  db.selectFrom('two_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst()

type StoredSecret = NonNullable<Awaited<ReturnType<typeof find>>>

/** Returns the time step of a code of the app; null if it is wrong. */
const stepOf = (
  { encryption, clock }: TwoFactorOptions,
  { secret, account_id }: StoredSecret,
  code: string,
) => {
  const plain = encryption.decrypt(secret, account_id)
  return plain === null ? null : stepOfCode(plain, code, clock())
}

const isUnreadable = ({ encryption }: TwoFactorOptions, row: StoredSecret | undefined) =>
  row !== undefined && encryption.decrypt(row.secret, row.account_id) === null

/** Uses up a code of the app. Resolves to false if it is wrong, or if a code of that time step or a later one was used. */
const redeemAppCode = async (options: TwoFactorOptions, accountId: string, code: string) => {
  const { db } = options
  const row = await find(db, accountId)
  const step = row?.confirmed_at ? stepOf(options, row, code) : null
  if (step === null) return false
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ used_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', row!.secret)
    .where('used_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up a code of either kind. Counts the attempt, and throws after too many. */
const createUseCode =
  (options: TwoFactorOptions) =>
  async ({ account: { id }, code, address, isSignedIn }: CodeAttempt): Promise<CodeOutcome> => {
    const { db, throttle, networks } = options
    const digits = code.replace(/\s/g, '')
    const isAppCode = /^\d{6}$/.test(digits)
    // It is not counted, since that would use up the attempts of the recovery code that follows.
    if (isAppCode && isUnreadable(options, await find(db, id))) return 'unreadable'
    const knownSource = isSignedIn ? 'session' : await networks.find(id, address)
    const counter = await throttle.attempt('code', { account: `id:${id}`, knownSource }, address)
    const isRight = isAppCode
      ? await redeemAppCode(options, id, digits)
      : await redeemRecoveryCode(db, id, code)
    if (!isRight) return 'wrong'
    await counter.succeed()
    return 'accepted'
  }

/** Stores a new key, which replaces one that was not confirmed. Resolves to null while the second factor is on. */
const begin = ({ db, encryption }: TwoFactorOptions, accountId: string) =>
  lockedTransaction(db, async (tx) => {
    const row = await find(tx, accountId)
    if (row?.confirmed_at) return null
    const plain = createSecret()
    const secret = encryption.encrypt(plain, accountId)
    await tx.deleteFrom('two_factor').where('account_id', '=', accountId).execute()
    await tx
      .insertInto('two_factor')
      .values({ account_id: accountId, secret, confirmed_at: null, used_step: 0 })
      .execute()
    return plain
  })

/** Turns the second factor on if a code shows that the app has the key. Returns the recovery codes, or null. */
const confirm = async (
  options: TwoFactorOptions,
  tx: Database,
  accountId: string,
  code: string,
) => {
  const { clock } = options
  const row = await find(tx, accountId)
  const step = row && !row.confirmed_at ? stepOf(options, row, code) : null
  if (step === null) return null
  await tx
    .updateTable('two_factor')
    .set({ confirmed_at: isoDate(clock()), used_step: step })
    .where('account_id', '=', accountId)
    .execute()
  return replaceRecoveryCodes(tx, accountId)
}

/** Turns the second factor of an account off and logs it. Resolves to false if it is not on. */
export const removeTwoFactor = async (
  tx: Database,
  account: AccountTable,
  { actor, now }: { actor: Actor; now: number },
) => {
  const row = await find(tx, account.id)
  await tx.deleteFrom('two_factor').where('account_id', '=', account.id).execute()
  await deleteRecoveryCodes(tx, account.id)
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', account.id).execute()
  if (!row?.confirmed_at) return false
  await logTwoFactorChange(tx, actor, { account, change: 'off' }, now)
  return true
}

/** Creates the second factors of a database. */
export const createTwoFactor = (options: TwoFactorOptions) => {
  const { db, clock } = options
  return {
    challenges: createSignInChallenges(db, clock),
    useCode: createUseCode(options),
    begin: (accountId: string) => begin(options, accountId),
    confirm: (tx: Database, accountId: string, code: string) =>
      confirm(options, tx, accountId, code),
    replaceRecoveryCodes,

    isOn: async (accountId: string) => Boolean((await find(db, accountId))?.confirmed_at),

    async read(accountId: string) {
      const row = await find(db, accountId)
      const isOn = Boolean(row?.confirmed_at)
      return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, accountId) : 0 }
    },
  }
}

export type TwoFactor = ReturnType<typeof createTwoFactor>
