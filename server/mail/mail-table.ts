/**
 * Reads and changes the table of queued mails: adds mails, claims those that are due, and postpones or deletes them.
 */
import { randomUUID } from 'node:crypto'
import type { Database, MailTable } from '../store/db/schema.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { MailContent } from './mailer.ts'
import { isoDate } from '../store/db/iso-date.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The delay after each failed attempt, in milliseconds; the last one repeats. */
const retryDelays = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
const maxRetryDelay = retryDelays.at(-1)!
/** The time after which a mail is given up, in milliseconds. One with a token is given up when that expires. */
const lifetime = 3 * 24 * hour
/** The time for which a process may work on a mail, in milliseconds; after that another process sends it. */
const lease = 5 * minute

export interface OutgoingMail {
  to: string
  content: MailContent
  /** The account and the token that the mail contains; null for notifications. */
  token: { accountId: string; purpose: string; expiresAt: number } | null
}

/** Returns when a mail that could not be sent is due again, in milliseconds since 1970; null when it is given up. */
export const nextAttemptOf = ({ attempts, expires_at }: MailTable, now: number) => {
  const next = now + (retryDelays[attempts - 1] ?? maxRetryDelay)
  return next >= Date.parse(expires_at) ? null : next
}

const remove = (at: Database, { id }: MailTable) =>
  at.deleteFrom('mail').where('id', '=', id).execute()

/** Deletes queued mails with an older token of the same purpose, which is no longer valid. */
const supersede = (tx: Database, { accountId, purpose }: { accountId: string; purpose: string }) =>
  tx.deleteFrom('mail').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()

/** Deletes a mail that never arrived, with its token, so that another one may be requested immediately. */
const giveUp = (db: Database, mail: MailTable) =>
  lockedTransaction(db, async (tx) => {
    await remove(tx, mail)
    if (!mail.purpose) return
    await tx
      .deleteFrom('token')
      .where('account_id', '=', mail.account_id)
      .where('purpose', '=', mail.purpose)
      .execute()
  })

/** Selects due mail. A mail due later than the longest delay was scheduled before the clock was set back. */
const dueMail = (at: Database, now: number) =>
  at
    .selectFrom('mail')
    .where(({ or, eb }) =>
      or([eb('due_at', '<=', isoDate(now)), eb('due_at', '>', isoDate(now + maxRetryDelay))]),
    )

/** Claims one mail for this process; other processes see it as due only after the lease. */
const claim = async (db: Database, clock: () => number) => {
  if (!(await dueMail(db, clock()).select('id').limit(1).executeTakeFirst())) return undefined
  return lockedTransaction(db, async (tx) => {
    const due = dueMail(tx, clock())
    const mail = await due.selectAll().orderBy('due_at').limit(1).executeTakeFirst()
    if (!mail) return undefined
    return tx
      .updateTable('mail')
      .set({ attempts: mail.attempts + 1, due_at: isoDate(clock() + lease) })
      .where('id', '=', mail.id)
      .returningAll()
      .executeTakeFirst()
  })
}

/** Queues a mail that is due now. */
const insert = async (tx: Database, { to, content, token }: OutgoingMail, now: number) => {
  if (token) await supersede(tx, token)
  await tx
    .insertInto('mail')
    .values({
      id: randomUUID(),
      to_address: to,
      ...content,
      account_id: token?.accountId ?? null,
      purpose: token?.purpose ?? null,
      attempts: 0,
      created_at: isoDate(now),
      due_at: isoDate(now),
      expires_at: isoDate(Math.min(now + lifetime, token?.expiresAt ?? Infinity)),
    })
    .execute()
}

/** Creates the operations on the table of queued mails. */
export const createMailTable = (db: Database, clock: () => number) => ({
  /** Claims a mail that is due for this process; resolves to undefined when there is none. */
  claim: () => claim(db, clock),
  remove: (mail: MailTable) => remove(db, mail),
  giveUp: (mail: MailTable) => giveUp(db, mail),

  /** Makes a mail due again at a time, in milliseconds since 1970. */
  postpone: ({ id }: MailTable, until: number) =>
    db
      .updateTable('mail')
      .set({ due_at: isoDate(until) })
      .where('id', '=', id)
      .execute(),

  /** Returns the number of queued mails, and of those that were tried before. */
  count: async () => {
    const { waiting, tried } = await db
      .selectFrom('mail')
      .select(({ fn, eb }) => [
        fn.countAll<number | string>().as('waiting'),
        fn
          .sum<number | string | null>(eb.case().when('attempts', '>', 0).then(1).else(0).end())
          .as('tried'),
      ])
      .executeTakeFirstOrThrow()
    return { waiting: Number(waiting), tried: Number(tried) }
  },

  /** Queues a mail within the transaction that causes it. */
  add: (tx: Database, mail: OutgoingMail) => insert(tx, mail, clock()),
})
