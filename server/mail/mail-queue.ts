/**
 * The queue of outgoing mail. The transaction that causes a mail stores it in the database, so that neither an
 * unavailable mail server nor a restart loses any (api, section 11.7). Each mail is sent by one process, and deleted
 * when it was sent.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Database, MailTable } from '../store/db/schema.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { MailContent, Mailer } from './mailer.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delay after each failed attempt, in milliseconds; the last one repeats. */
const retryDelays = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
const maxRetryDelay = retryDelays.at(-1)!
/** Mails are given up after this time; one with a token when its token expires. */
const lifetime = 3 * 24 * hour
/** How long a process may work on a mail; after that another process sends it. */
const lease = 5 * minute
/** How often the queue is checked for mail that another process has left. */
const pollInterval = 10 * second
/** Mails that are sent in parallel, so that one slow mail server does not delay all others. */
const concurrency = 4
/** How long the server's shutdown waits for mail that is due. */
const shutdownTimeout = 5 * second

export interface OutgoingMail {
  to: string
  content: MailContent
  /** The account and the token in the mail; null for notifications. */
  token: { accountId: string; purpose: string; expiresAt: number } | null
}

interface QueueOptions {
  db: Database
  mailer: Mailer
  clock?: () => number
  log: Pick<Log, 'error'>
}

/** Logs only the codes: mail servers repeat addresses and texts in their messages. */
const reasonOf = (thrown: unknown) => {
  const { code, responseCode } = thrown as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter(Boolean).join(' ') || 'no reason given'
}

export const createMailQueue = ({ db, mailer, clock = Date.now, log }: QueueOptions) => {
  const iso = (at = clock()) => new Date(at).toISOString()
  let isOpen = false
  let isRunRequested = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  /** Selects due mail. A mail due later than the longest delay was scheduled before the clock was set back. */
  const dueMail = (at: Database) =>
    at
      .selectFrom('mail')
      .where(({ or, eb }) =>
        or([eb('due_at', '<=', iso()), eb('due_at', '>', iso(clock() + maxRetryDelay))]),
      )

  /** Claims one mail for this process; other processes see it as due only after the lease. */
  const claim = async () => {
    if (!(await dueMail(db).select('id').limit(1).executeTakeFirst())) return undefined
    return lockedTransaction(db, async (tx) => {
      const mail = await dueMail(tx).selectAll().orderBy('due_at').limit(1).executeTakeFirst()
      if (!mail) return undefined
      return tx
        .updateTable('mail')
        .set({ attempts: mail.attempts + 1, due_at: iso(clock() + lease) })
        .where('id', '=', mail.id)
        .returningAll()
        .executeTakeFirst()
    })
  }

  const remove = (at: Database, { id }: MailTable) =>
    at.deleteFrom('mail').where('id', '=', id).execute()

  const giveUp = (mail: MailTable) =>
    lockedTransaction(db, async (tx) => {
      await remove(tx, mail)
      if (!mail.purpose) return
      // It never arrived, so another one may be requested immediately.
      await tx
        .deleteFrom('token')
        .where('account_id', '=', mail.account_id)
        .where('purpose', '=', mail.purpose)
        .execute()
    })

  const retryLater = async (mail: MailTable, thrown: unknown) => {
    const next = clock() + (retryDelays[mail.attempts - 1] ?? maxRetryDelay)
    const failed = `Mail ${mail.id} could not be sent (${reasonOf(thrown)}), attempt ${mail.attempts}`
    if (next >= Date.parse(mail.expires_at)) {
      log.error(`${failed}; giving up.`, 'mail')
      return giveUp(mail)
    }
    log.error(`${failed}; retrying at ${iso(next)}.`, 'mail')
    await db
      .updateTable('mail')
      .set({ due_at: iso(next) })
      .where('id', '=', mail.id)
      .execute()
  }

  const deliver = async (mail: MailTable) => {
    const { to_address, subject, text, html } = mail
    try {
      await mailer.send(to_address, { subject, text, html })
    } catch (thrown) {
      return retryLater(mail, thrown)
    }
    await remove(db, mail)
  }

  const runWorker = async () => {
    for (;;) {
      const mail = isOpen ? await claim() : undefined
      if (!mail) return
      await deliver(mail)
    }
  }

  const shouldRunAgain = () => isOpen && isRunRequested

  const run = async () => {
    do {
      isRunRequested = false
      try {
        await Promise.all(Array.from({ length: concurrency }, runWorker))
      } catch (thrown) {
        log.error(thrown, 'mail')
      }
    } while (shouldRunAgain())
    running = null
    if (isOpen) timer = setTimeout(wake, pollInterval).unref()
  }

  /** Starts sending what is due. */
  const wake = () => {
    if (!isOpen) return
    clearTimeout(timer)
    isRunRequested = true
    running ??= run()
  }

  return {
    wake,

    start: () => {
      isOpen = true
      wake()
    },

    /** Queues a mail within the transaction that causes it; call `wake` after the commit. */
    async add(tx: Database, { to, content, token }: OutgoingMail) {
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
          created_at: iso(),
          due_at: iso(),
          expires_at: iso(Math.min(clock() + lifetime, token?.expiresAt ?? Infinity)),
        })
        .execute()
    },

    /** Resolves when everything that is due was attempted. */
    settled: async () => {
      wake()
      await running
    },

    /** Stops the queue. Mail that is due is still sent, up to the timeout; the rest waits for the next start. */
    stop: async () => {
      clearTimeout(timer)
      const hurry = new AbortController()
      await Promise.race([
        running,
        wait(shutdownTimeout, undefined, { signal: hurry.signal }).catch(() => {}),
      ])
      hurry.abort()
      isOpen = false
      clearTimeout(timer)
    },
  }
}

/** Deletes queued mails with an older token of the same purpose, which is no longer valid. */
const supersede = (tx: Database, { accountId, purpose }: { accountId: string; purpose: string }) =>
  tx.deleteFrom('mail').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()

export type MailQueue = ReturnType<typeof createMailQueue>
