/** Sets up and removes the second factor of accounts for the API. */
import { unreadableSecret, wrongCode } from '#content/account/two-factor.ts'
import type { Violation } from '#content/model/resource.ts'
import { logTwoFactorChange } from '../audit/account-entry.ts'
import type { Actor } from '../audit/actor.ts'
import { endSessions } from '../auth/revoke-access.ts'
import { isActiveSession } from '../auth/sessions.ts'
import { totpUri } from '../auth/two-factor/totp.ts'
import { type TwoFactor, removeTwoFactor } from '../auth/two-factor/two-factor.ts'
import { AuthenticationError, NotFoundError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Body } from '../store/read/read-result.ts'
import { type AccountMailer, type MailContext, noLinks } from './account-mailer.ts'
import { findAccount, throwIfInvalid } from './account-rules.ts'
import { type PasswordProof, currentPasswordViolations } from './current-password.ts'

interface TwoFactorManagementOptions {
  db: Database
  mailer: AccountMailer
  twoFactor: TwoFactor
  /** Returns the site's name; null when it has none. */
  siteName: () => Promise<string | null>
  clock: () => number
}

/** The owner of the account, who changes the second factor in a session. */
export interface TwoFactorOwner extends PasswordProof {
  account: AccountTable
  actor: Actor
  sessionHash: string | undefined
  address: string
}

type Options = TwoFactorManagementOptions

const codeViolation = (message: string): Violation => ({ propertyPath: 'code', message })
const alreadyOn = 'Two-factor sign-in is on already.'
const notOn = 'Two-factor sign-in is not on.'

/** The maximum length of a code as it is typed. */
const maxCodeLength = 100

/** Returns the code in a body. Throws a `ValidationError` without one. */
const codeIn = ({ code }: Body) => {
  const isText = typeof code === 'string' && code.trim() !== '' && code.length <= maxCodeLength
  if (!isText) throwIfInvalid([{ propertyPath: 'code', message: 'Enter the code.' }])
  return String(code).trim()
}

/** Throws a `ValidationError` unless the body contains the current password. */
const requirePassword = async ({ account, verifyPassword }: TwoFactorOwner, body: Body) =>
  throwIfInvalid(await currentPasswordViolations(account, body, verifyPassword))

/** Throws a `ValidationError` unless the body contains the current password and a code, which is used up. */
const requireProof = async ({ twoFactor }: Options, owner: TwoFactorOwner, body: Body) => {
  const code = codeIn(body)
  if (!(await twoFactor.isOn(owner.account.id)))
    throwIfInvalid([{ propertyPath: '', message: notOn }])
  await requirePassword(owner, body)
  const { account, address } = owner
  const outcome = await twoFactor.useCode({ account, code, address, isSignedIn: true })
  if (outcome === 'accepted') return
  throwIfInvalid([codeViolation(outcome === 'wrong' ? wrongCode : unreadableSecret)])
}

/** Makes a change of the own account in a transaction, unless its session has ended since the request began. */
const changeOwn = async <Result>(
  { db, mailer }: Options,
  { account, sessionHash }: TwoFactorOwner,
  change: (tx: Database, current: AccountTable, context: MailContext) => Promise<Result>,
) => {
  const context = await mailer.loadContext(noLinks)
  const result = await lockedTransaction(db, async (tx) => {
    if (sessionHash && !(await isActiveSession(tx, sessionHash))) throw new AuthenticationError()
    const current = await findAccount(tx, account.id)
    if (!current) throw new NotFoundError()
    return change(tx, current, context)
  })
  mailer.deliver()
  return result
}

/** Begins the set-up, and returns the key of the app. The password is not asked for shortly after signing in. */
const begin = async ({ twoFactor, siteName }: Options, owner: TwoFactorOwner, body: Body) => {
  if (!owner.hasRecentSignIn) await requirePassword(owner, body)
  const { id, username } = owner.account
  const secret = await twoFactor.begin(id)
  if (secret === null) return throwIfInvalid([{ propertyPath: '', message: alreadyOn }])
  return { secret, uri: totpUri(secret, (await siteName()) ?? 'Website', username) }
}

/** Turns the second factor on, ends all sessions but this one, and returns the recovery codes. */
const confirm = async (options: Options, owner: TwoFactorOwner, body: Body) => {
  const { mailer, twoFactor, clock } = options
  const code = codeIn(body).replace(/\s/g, '')
  return changeOwn(options, owner, async (tx, account, context) => {
    const recoveryCodes = await twoFactor.confirm(tx, account.id, code)
    if (!recoveryCodes) return throwIfInvalid([codeViolation(wrongCode)])
    await endSessions(tx, account.id, owner.sessionHash)
    await logTwoFactorChange(tx, owner.actor, { account, change: 'on' }, clock())
    await mailer.notify(tx, account, context, 'twoFactorTurnedOn')
    return { recoveryCodes }
  })
}

const renewRecoveryCodes = async (options: Options, owner: TwoFactorOwner, body: Body) => {
  const { twoFactor, clock } = options
  await requireProof(options, owner, body)
  return changeOwn(options, owner, async (tx, account) => {
    const recoveryCodes = await twoFactor.replaceRecoveryCodes(tx, account.id)
    await logTwoFactorChange(tx, owner.actor, { account, change: 'recoveryCodes' }, clock())
    return { recoveryCodes }
  })
}

const turnOff = async (options: Options, owner: TwoFactorOwner, body: Body) => {
  const { mailer, clock } = options
  await requireProof(options, owner, body)
  await changeOwn(options, owner, async (tx, account, context) => {
    await removeTwoFactor(tx, account, { actor: owner.actor, now: clock() })
    await mailer.notify(tx, account, context, 'twoFactorTurnedOff')
  })
}

/**
 * Removes the second factor of an account whose owner has lost it, and ends its sessions: whoever asks for this may be
 * somebody else. Throws a `NotFoundError` if it is not on.
 */
export const removeLostTwoFactor = async (
  { db, mailer, clock }: Pick<Options, 'db' | 'mailer' | 'clock'>,
  accountId: string,
  actor: Actor,
) => {
  const context = await mailer.loadContext(noLinks)
  await lockedTransaction(db, async (tx) => {
    const account = await findAccount(tx, accountId)
    const isRemoved = account && (await removeTwoFactor(tx, account, { actor, now: clock() }))
    if (!isRemoved) throw new NotFoundError()
    await endSessions(tx, accountId)
    await mailer.notify(tx, account, context, 'twoFactorTurnedOff')
  })
  mailer.deliver()
}

/** Creates the functions that manage second factors. Each throws a `ValidationError` for what has to be corrected. */
export const createTwoFactorManagement = (options: Options) => ({
  read: options.twoFactor.read,
  begin: (owner: TwoFactorOwner, body: Body) => begin(options, owner, body),
  confirm: (owner: TwoFactorOwner, body: Body) => confirm(options, owner, body),
  renewRecoveryCodes: (owner: TwoFactorOwner, body: Body) =>
    renewRecoveryCodes(options, owner, body),
  turnOff: (owner: TwoFactorOwner, body: Body) => turnOff(options, owner, body),
  removeLost: (accountId: string, actor: Actor) => removeLostTwoFactor(options, accountId, actor),
})

export type TwoFactorManagement = ReturnType<typeof createTwoFactorManagement>
