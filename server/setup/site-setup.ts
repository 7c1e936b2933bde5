/** Sets up a new site with the address that the first start prints: its owner's account, its name and its first content. */
import { logAccountChange } from '../audit/account-entry.ts'
import type { Actor } from '../audit/actor.ts'
import type { SetupAnswers } from '#content/account/site-setup.ts'
import type { EmailTokens, TokenUse } from '../auth/email-tokens.ts'
import { hashPassword } from '../auth/passwords.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { hashToken } from '../auth/tokens.ts'
import { NotFoundError } from '../domain-errors.ts'
import { isoDate } from '../store/db/iso-date.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { Body } from '../store/read/read-result.ts'
import type { Store } from '../store/store.ts'
import { viewerOf } from '../users/account-row.ts'
import { takenNameViolations, throwIfInvalid } from '../users/account-rules.ts'
import { changedNameKeys } from '../users/name-keys.ts'
import type { Media } from '../media/media.ts'
import { deleteDemoFiles } from './demo-files.ts'
import { prepareContent } from './first-content.ts'
import { readSetupAnswers } from './setup-answers.ts'

interface SiteSetupOptions {
  db: Database
  store: Store
  tokens: EmailTokens
  media: Pick<Media, 'deleteFile'>
  clock: () => number
}

/** Returns the use of the token that belongs to the first account. */
export const setupTokenUse = (account: Pick<AccountTable, 'id' | 'email_address'>): TokenUse => ({
  accountId: account.id,
  purpose: 'setup',
  address: account.email_address,
})

/** Returns the first account by its token; throws a `NotFoundError` for one that is not valid (any more). */
const requireAccount = async ({ db, clock }: SiteSetupOptions, token: string) => {
  const account = await db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .selectAll('account')
    .where('purpose', '=', 'setup')
    .where('hash', '=', hashToken(token))
    .where('token.expires_at', '>', isoDate(clock()))
    .executeTakeFirst()
  if (!account) throw new NotFoundError()
  return account
}

/** Gives the first account to its owner, and uses up the token. Throws a `NotFoundError` where another request was first. */
const handOver = (
  { db, tokens, clock }: SiteSetupOptions,
  { before, token, actor }: { before: AccountTable; token: string; actor: Actor },
  answers: SetupAnswers,
  password: string,
) =>
  lockedTransaction(db, async (tx) => {
    if (!(await tokens.use(tx, setupTokenUse(before), token))) throw new NotFoundError()
    const { username, emailAddress } = answers
    throwIfInvalid(await takenNameViolations(tx, { username, emailAddress }, before.id))
    const named = { username, email_address: emailAddress }
    await revokeAccess(tx, before.id)
    const after = await tx
      .updateTable('account')
      .set({ ...named, ...changedNameKeys(named), password, modified_at: isoDate(clock()) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const owner = { ...actor, userId: after.id, username: after.username }
    await logAccountChange(tx, owner, { before, after }, clock())
    return after
  })

/** Creates the functions that set up a new site. Each throws a `NotFoundError` for a token that is not valid (any more). */
export const createSiteSetup = (options: SiteSetupOptions) => ({
  /** Returns the first account. */
  find: (token: string) => requireAccount(options, token),

  /** Returns the account of the owner. Throws a `ValidationError` for answers that have to be corrected. */
  async complete(token: string, body: Body, actor: Actor) {
    const before = await requireAccount(options, token)
    const answers = readSetupAnswers(body)
    const { username, emailAddress } = answers
    throwIfInvalid(await takenNameViolations(options.db, { username, emailAddress }, before.id))
    const password = await hashPassword(answers.plainPassword)
    // If the account is not handed over after this, the same answers can be sent again.
    const { store, clock } = options
    // As the demo itself, its removal is not in the audit log.
    const viewer = { ...viewerOf(before), isUnaudited: true }
    await prepareContent(store, { viewer, clock }, answers)
    if (answers.content === 'empty') await deleteDemoFiles(options.db, options.media)
    return handOver(options, { before, token, actor }, answers, password)
  },
})

export type SiteSetup = ReturnType<typeof createSiteSetup>
