/** Contains the steps that the links in mails have in common: finding, changing and mailing an account. */
import { logAccountChange } from '../audit/account-entry.ts'
import type { Actor } from '../audit/actor.ts'
import type { EmailTokens } from '../auth/email-tokens.ts'
import { InvalidLinkError } from '../domain-errors.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { AccountMailer, MailContext } from './account-mailer.ts'
import { findAccount } from './account-rules.ts'
import type { Accounts } from './accounts.ts'
import { changedNameKeys } from './name-keys.ts'
import { isoDate } from '../store/db/iso-date.ts'

export interface EmailLinkOptions {
  db: Database
  accounts: Pick<Accounts, 'find'>
  mailer: AccountMailer
  tokens: EmailTokens
  clock: () => number
}

const minute = 60 * 1000
const day = 24 * 60 * minute
/**
 * The minimum time between two mails of the same kind, in milliseconds. Within it, nothing is sent, and whoever asks does
 * not learn that.
 */
export const minMailInterval = { reset: day, resend: 10 * minute }

/** Returns an account by its name; throws an `InvalidLinkError` when there is none. */
export const requireAccount = async (
  { accounts }: EmailLinkOptions,
  name: string,
): Promise<AccountTable> => {
  const account = await accounts.find(name)
  if (!account) throw new InvalidLinkError()
  return account
}

/** Updates an account with its keys and its date of modification, and logs it. */
export const updateAccount = async (
  { clock }: EmailLinkOptions,
  tx: Database,
  before: AccountTable,
  changes: Partial<AccountTable>,
  actor: Actor,
) => {
  const after = await tx
    .updateTable('account')
    .set({
      ...changes,
      ...changedNameKeys(changes),
      modified_at: isoDate(clock()),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await logAccountChange(tx, actor, { before, after }, clock())
}

/** Queues a mail for the account as it is inside the transaction. */
export const sendMail = async (
  options: EmailLinkOptions,
  name: string,
  base: string,
  mail: (tx: Database, account: AccountTable, context: MailContext) => Promise<void>,
) => {
  const { db, mailer } = options
  const { id } = await requireAccount(options, name)
  const context = await mailer.loadContext(() => base)
  await lockedTransaction(db, async (tx) => {
    const account = await findAccount(tx, id)
    if (!account) throw new InvalidLinkError()
    await mail(tx, account, context)
  })
  mailer.deliver()
}
