/**
 * Mail that is still to be sent: kept in the database by the transaction that caused it, so that neither a mail server
 * that is away nor a restart loses any (api, section 11.7). Each is sent by one process, and deleted when it was.
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

/** How long to wait after each failure, in milliseconds; the last is for all further ones. */
const pauses = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
const longestPause = pauses.at(-1)!
/** After this nobody waits for a mail any more; one with a key in it is given up when its key is. */
const lifetime = 3 * 24 * hour
/** How long a process has for a mail that it took; a mail of one that died is sent by another afterwards. */
const lease = 5 * minute
/** How often mail is looked for that another process has left. */
const pollInterval = 10 * second
/** How many are sent at the same time, so that one slow mail server does not hold up all the others. */
const lanes = 4
/** How long the server's end is put off for mail that is due. */
const patience = 5 * second

export interface OutgoingMail {
  to: string
  letter: MailContent
  /** Whom it is for, and what the key in it opens; null where it is only news. */
  token: { accountId: string; purpose: string; expiresAt: number } | null
}

interface QueueOptions {
  db: Database
  mailer: Mailer
  clock?: () => number
  log: Pick<Log, 'error'>
}

/** Mail servers say addresses and texts in their answers, which have no business in a log. */
const reasonOf = (thrown: unknown) => {
  const { code, responseCode } = thrown as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter(Boolean).join(' ') || 'no reason given'
}

export const createMailQueue = ({ db, mailer, clock = Date.now, log }: QueueOptions) => {
  const iso = (at = clock()) => new Date(at).toISOString()
  let isOpen = false
  let isAskedAgain = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  /** What is due later than the longest pause was put off before the clock was set back. */
  const dueIn = (at: Database) =>
    at
      .selectFrom('mail')
      .where(({ or, eb }) =>
        or([eb('due_at', '<=', iso()), eb('due_at', '>', iso(clock() + longestPause))]),
      )

  /** Takes one for this process; the others see it as due only after the lease. */
  const claim = async () => {
    if (!(await dueIn(db).select('id').limit(1).executeTakeFirst())) return undefined
    return lockedTransaction(db, async (tx) => {
      const mail = await dueIn(tx).selectAll().orderBy('due_at').limit(1).executeTakeFirst()
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
      // It never arrived, so asking for another is no nuisance.
      await tx
        .deleteFrom('token')
        .where('account_id', '=', mail.account_id)
        .where('purpose', '=', mail.purpose)
        .execute()
    })

  const putOff = async (mail: MailTable, thrown: unknown) => {
    const next = clock() + (pauses[mail.attempts - 1] ?? longestPause)
    const failed = `Mail ${mail.id} could not be sent (${reasonOf(thrown)}), attempt ${mail.attempts}`
    if (next >= Date.parse(mail.expires_at)) {
      log.error(`${failed}: it is given up.`, 'mail')
      return giveUp(mail)
    }
    log.error(`${failed}; the next one is at ${iso(next)}.`, 'mail')
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
      return putOff(mail, thrown)
    }
    await remove(db, mail)
  }

  const runLane = async () => {
    for (;;) {
      const mail = isOpen ? await claim() : undefined
      if (!mail) return
      await deliver(mail)
    }
  }

  const wasAskedAgain = () => isOpen && isAskedAgain

  const run = async () => {
    do {
      isAskedAgain = false
      try {
        await Promise.all(Array.from({ length: lanes }, runLane))
      } catch (thrown) {
        log.error(thrown, 'mail')
      }
    } while (wasAskedAgain())
    running = null
    if (isOpen) timer = setTimeout(wake, pollInterval).unref()
  }

  /** Sends what is due, soon. */
  const wake = () => {
    if (!isOpen) return
    clearTimeout(timer)
    isAskedAgain = true
    running ??= run()
  }

  return {
    wake,

    start: () => {
      isOpen = true
      wake()
    },

    /** To be called in the transaction of what is written about; `wake` after its commit. */
    async add(tx: Database, { to, letter, token }: OutgoingMail) {
      if (token) await supersede(tx, token)
      await tx
        .insertInto('mail')
        .values({
          id: randomUUID(),
          to_address: to,
          ...letter,
          account_id: token?.accountId ?? null,
          purpose: token?.purpose ?? null,
          attempts: 0,
          created_at: iso(),
          due_at: iso(),
          expires_at: iso(Math.min(clock() + lifetime, token?.expiresAt ?? Infinity)),
        })
        .execute()
    },

    /** Resolves when everything that is due was tried. */
    settled: async () => {
      wake()
      await running
    },

    /** What is due is still sent, but for no longer than a while; the rest is kept for the next start. */
    stop: async () => {
      clearTimeout(timer)
      const hurry = new AbortController()
      await Promise.race([
        running,
        wait(patience, undefined, { signal: hurry.signal }).catch(() => {}),
      ])
      hurry.abort()
      isOpen = false
      clearTimeout(timer)
    },
  }
}

/** An older key of the same kind opens nothing any more. */
const supersede = (tx: Database, { accountId, purpose }: { accountId: string; purpose: string }) =>
  tx.deleteFrom('mail').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()

export type MailQueue = ReturnType<typeof createMailQueue>
