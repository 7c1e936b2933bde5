/** Stores the submissions of a site's forms, mails them to the recipients of each form, and lists them for editors. */
import type { FormSubmission } from '#content/forms/form-submission.ts'
import type { FormType } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import { humanize } from '#content/model/humanize.ts'
import type { Actor } from '../../audit/actor.ts'
import { insertAuditEntries } from '../../audit/insert-audit-entries.ts'
import { formSubmitted } from '../../mail/email-templates.ts'
import type { MailQueue } from '../../mail/mail-queue.ts'
import { lockedTransaction } from '../../store/db/locked-transaction.ts'
import type { Database } from '../../store/db/schema.ts'
import { pagingOf } from '../../store/read/lists/list-paging.ts'
import type { ParsedValues } from '../submission-context.ts'
import { sampleValues } from './sample-values.ts'
import {
  allSubmissions,
  insertSubmission,
  latestSubmission,
  listSubmissions,
  toSubmission,
} from './submission-rows.ts'
import { createColumns } from './submissions-csv.ts'
import { submittedEntries } from './submitted-entries.ts'

interface FormSubmissionsOptions {
  db: Database
  mail: Pick<MailQueue, 'add' | 'wake'>
  /** Returns the site's name; null when it has none. */
  siteName: () => Promise<string | null>
  /** Returns the email addresses that get each submission of a form. */
  readRecipients: (form: Iri) => Promise<readonly string[]>
  clock: () => number
}

/** A form of a site, and the component by which a page shows it. */
export interface SubmittedForm {
  iri: Iri
  form: FormType
}

/** Returns a function that stores the values of a form, and queues a mail to each recipient. */
const createReceive =
  ({ db, mail, siteName, readRecipients, clock }: FormSubmissionsOptions) =>
  async (
    { iri, form }: SubmittedForm,
    values: ParsedValues,
    isTest: boolean,
  ): Promise<FormSubmission> => {
    const entries = submittedEntries(form, values)
    const recipients = await readRecipients(iri)
    const site = (recipients.length > 0 && (await siteName())) || 'our site'
    const content = formSubmitted({ site, form: humanize(form.name), isTest, entries })
    const stored = await lockedTransaction(db, async (tx) => {
      for (const to of recipients) await mail.add(tx, { to, content, token: null })
      return insertSubmission(tx, { form: iri, formType: form.name, isTest, entries }, clock())
    })
    mail.wake()
    return stored
  }

/** Yields the submissions that match a query as CSV. They are read twice, because the columns come first. */
async function* csvOf(db: Database, query: URLSearchParams) {
  const upTo = (await latestSubmission(db)) ?? ''
  const columns = createColumns()
  for await (const submission of allSubmissions(db, query, upTo)) columns.add(submission)
  yield columns.header()
  for await (const submission of allSubmissions(db, query, upTo)) yield columns.line(submission)
}

const removeSubmission = async (tx: Database, iri: Iri, actor: Actor, now: number) => {
  const { numDeletedRows } = await tx
    .deleteFrom('form_submission')
    .where('iri', '=', iri)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  // It contained personal data, so the entry has none of it.
  const entry = { resource: iri, resourceType: 'FormSubmission', changes: [] }
  await insertAuditEntries(tx, actor, [{ action: 'deleted', ...entry }], now)
  return true
}

/** Creates the operations on submissions. */
export const createFormSubmissions = (options: FormSubmissionsOptions) => {
  const { db, clock } = options
  const receive = createReceive(options)

  return {
    /** Stores the submission of a visitor, and queues a mail to each recipient. */
    add: (form: SubmittedForm, values: ParsedValues) => receive(form, values, false),

    /** Stores a submission with sample values, and mails it as any other. */
    addTest: (form: SubmittedForm) => receive(form, sampleValues(form.form), true),

    /** Returns one page of the submissions that match a query. */
    async list(query: URLSearchParams) {
      const paging = pagingOf({ type: 'FormSubmission' }, query)!
      const { rows, total } = await listSubmissions(db, query, paging)
      return { members: rows.map(toSubmission), total, paging }
    },

    async find(iri: Iri) {
      const row = await db
        .selectFrom('form_submission')
        .selectAll()
        .where('iri', '=', iri)
        .executeTakeFirst()
      return row ? toSubmission(row) : null
    },

    /** Deletes a submission; resolves to false if there is none. */
    remove: (iri: Iri, actor: Actor) =>
      lockedTransaction(db, (tx) => removeSubmission(tx, iri, actor, clock())),

    csv: (query: URLSearchParams) => csvOf(db, query),
  }
}

export type FormSubmissions = ReturnType<typeof createFormSubmissions>
