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
  spendRecoveryCode,
} from './recovery-codes.ts'
import { createSignInChallenges } from './sign-in-challenges.ts'
import { createSecret, stepOfCode } from './totp.ts'

interface TwoFactorOptions {
  db: Database
  throttle: Throttle
  networks: KnownNetworks
  clock: () => number
}

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

/** Uses up a code of the app. Resolves to false if it is wrong, or if a code of that time step or a later one was used. */
const spendAppCode = async ({ db, clock }: TwoFactorOptions, accountId: string, code: string) => {
  const row = await find(db, accountId)
  const step = row?.confirmed_at ? stepOfCode(row.secret, code, clock()) : null
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
const createSpendCode =
  (options: TwoFactorOptions) =>
  async ({ account: { id }, code, address, isSignedIn }: CodeAttempt) => {
    const { db, throttle, networks } = options
    const knownSource = isSignedIn ? 'session' : await networks.find(id, address)
    const counter = await throttle.attempt('code', { account: `id:${id}`, knownSource }, address)
    const digits = code.replace(/\s/g, '')
    const isRight = /^\d{6}$/.test(digits)
      ? await spendAppCode(options, id, digits)
      : await spendRecoveryCode(db, id, code)
    if (isRight) await counter.succeed()
    return isRight
  }

/** Stores a new key, which replaces one that was not confirmed. Resolves to null while the second factor is on. */
const begin = ({ db }: TwoFactorOptions, accountId: string) =>
  lockedTransaction(db, async (tx) => {
    const row = await find(tx, accountId)
    if (row?.confirmed_at) return null
    const secret = createSecret()
    await tx.deleteFrom('two_factor').where('account_id', '=', accountId).execute()
    await tx
      .insertInto('two_factor')
      .values({ account_id: accountId, secret, confirmed_at: null, used_step: 0 })
      .execute()
    return secret
  })

/** Turns the second factor on if a code shows that the app has the key. Returns the recovery codes, or null. */
const confirm = async (tx: Database, clock: () => number, accountId: string, code: string) => {
  const row = await find(tx, accountId)
  const step = row && !row.confirmed_at ? stepOfCode(row.secret, code, clock()) : null
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
    spendCode: createSpendCode(options),
    begin: (accountId: string) => begin(options, accountId),
    confirm: (tx: Database, accountId: string, code: string) => confirm(tx, clock, accountId, code),
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
