/**
 * The queue of outgoing mail. The transaction that causes a mail stores it in the database, so that neither an
 * unavailable mail server nor a restart loses any. Each mail is sent by one process, and deleted when it was sent.
 */
import type { Log } from '../log.ts'
import type { Database, MailTable } from '../store/db/schema.ts'
import { createMailTable, nextAttemptOf } from './mail-table.ts'
import type { Mailer } from './mailer.ts'
import { isoDate } from '../store/db/iso-date.ts'
import { createPollingWorker } from './polling-worker.ts'

/** The number of mails that are sent in parallel, so that one slow mail server does not delay all others. */
const concurrency = 4

interface QueueOptions {
  db: Database
  mailer: Mailer
  clock?: () => number
  log: Pick<Log, 'error'>
}

/** Returns the codes of an error for the log, without its message, in which mail servers repeat addresses and texts. */
const reasonOf = (thrown: unknown) => {
  const { code, responseCode } = thrown as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter(Boolean).join(' ') || 'no reason given'
}

/** Calls a function one time after another, as long as it returns true and a condition holds. */
const repeatWhile = async (shouldContinue: () => boolean, step: () => Promise<boolean>) => {
  for (;;) {
    if (!shouldContinue() || !(await step())) return
  }
}

interface DeliveryOptions extends Required<QueueOptions> {
  table: ReturnType<typeof createMailTable>
  /** Called with the codes of the error when a mail could not be sent. */
  onFailure: (reason: string) => void
}

/** Returns a function that sends one due mail; its result is false when none is due. */
const createDelivery = ({ table, mailer, clock, log, onFailure }: DeliveryOptions) => {
  const retryLater = async (mail: MailTable, thrown: unknown) => {
    onFailure(reasonOf(thrown))
    const failed = `Mail ${mail.id} could not be sent (${reasonOf(thrown)}), attempt ${mail.attempts}`
    const next = nextAttemptOf(mail, clock())
    if (next === null) {
      log.error(`${failed}; giving up.`, 'mail')
      await table.giveUp(mail)
    } else {
      log.error(`${failed}; retrying at ${new Date(next).toISOString()}.`, 'mail')
      await table.postpone(mail, next)
    }
  }

  return async () => {
    const mail = await table.claim()
    if (!mail) return false
    const { to_address, subject, text, html } = mail
    try {
      await mailer.send(to_address, { subject, text, html })
    } catch (thrown) {
      await retryLater(mail, thrown)
      return true
    }
    await table.remove(mail)
    return true
  }
}

/** Creates the queue of outgoing mails, which tries again what could not be delivered. */
export const createMailQueue = (options: QueueOptions) => {
  const { db, clock = Date.now, log } = options
  const table = createMailTable(db, clock)
  let lastFailure: { at: string; reason: string } | null = null
  const onFailure = (reason: string) => {
    lastFailure = { at: isoDate(clock()), reason }
  }
  const deliverNext = createDelivery({ ...options, clock, table, onFailure })

  const sendDueMail = async (isOpen: () => boolean) => {
    const sendWhileOpen = () => repeatWhile(isOpen, deliverNext)
    try {
      await Promise.all(Array.from({ length: concurrency }, sendWhileOpen))
    } catch (thrown) {
      log.error(thrown, 'mail')
    }
  }

  return {
    /**
     * Starts, stops and awaits the delivery. `settled` resolves when all mail that is due was attempted; after `stop`,
     * the rest waits for the next start.
     */
    ...createPollingWorker(sendDueMail),

    /** Returns how many mails wait, and why this process could not send the last one that failed. */
    status: async () => ({ ...(await table.count()), lastFailure }),

    /** Sends a mail at once, and returns the answer of the mail server. Rejects when that fails, and does not try again. */
    sendNow: options.mailer.send,

    /** Queues a mail within the transaction that causes it; call `wake` after the commit. */
    add: table.add,
  }
}

export type MailQueue = ReturnType<typeof createMailQueue>
