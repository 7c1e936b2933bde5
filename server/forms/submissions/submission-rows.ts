/** Stores submissions, and lists them: searched, of one form or of all, and paginated. */
import { type SqlBool, sql } from 'kysely'
import {
  type FormSubmission,
  type SubmittedEntry,
  formSubmissionsEndpoint,
} from '#content/forms/form-submission.ts'
import type { Iri } from '#content/model/iri.ts'
import { toApiDate } from '../../store/access/read-context.ts'
import { containsText } from '../../store/db/contains-text.ts'
import { isoDate } from '../../store/db/iso-date.ts'
import { newId } from '../../store/db/new-id.ts'
import type { Database, FormSubmissionTable } from '../../store/db/schema.ts'
import type { Paging } from '../../store/read/lists/list-paging.ts'

/** A submission before it is stored. */
export type NewSubmission = Pick<FormSubmission, 'form' | 'formType' | 'isTest' | 'entries'>

export const toSubmission = (row: FormSubmissionTable): FormSubmission => ({
  '@id': row.iri,
  '@type': 'FormSubmission',
  form: row.form_iri,
  formType: row.form_type,
  isTest: row.is_test === 1,
  entries: JSON.parse(row.entries) as SubmittedEntry[],
  createdAt: toApiDate(row.created_at),
  _metadata: { persisted: true },
})

/** Stores a submission and returns it. `now` is in milliseconds since 1970. */
export const insertSubmission = async (
  tx: Database,
  { form, formType, isTest, entries }: NewSubmission,
  now: number,
) => {
  const row: FormSubmissionTable = {
    // Ids sort by age, and so do the rows.
    iri: `${formSubmissionsEndpoint}/${newId(now)}`,
    form_iri: form,
    form_type: formType,
    is_test: isTest ? 1 : 0,
    entries: JSON.stringify(entries),
    search_text: searchTextOf(entries),
    created_at: isoDate(now),
  }
  await tx.insertInto('form_submission').values(row).execute()
  return toSubmission(row)
}

/** Returns everything that a submission can be found by, one text a line, in composed Unicode as searches are. */
export const searchTextOf = (entries: readonly SubmittedEntry[]) =>
  entries
    .map(({ value }) => value)
    .join('\n')
    .normalize('NFC')

/** Selects the submissions of one form, or of all, that contain a term. */
const matching = (db: Database, query: URLSearchParams) => {
  const form = query.get('form')
  const term = query.get('search')?.trim()
  const conditions: ReturnType<typeof sql<SqlBool>>[] = [
    ...(form ? [sql<SqlBool>`form_iri = ${form}`] : []),
    ...(term ? [containsText(db, sql.ref('search_text'), term)] : []),
  ]
  return conditions.reduce(
    (selected, condition) => selected.where(condition),
    db.selectFrom('form_submission'),
  )
}

/** Returns one page of the submissions that match, the latest first, and the number of all that do. */
export const listSubmissions = async (
  db: Database,
  query: URLSearchParams,
  { page, perPage }: Paging,
) => {
  const matches = matching(db, query)
  const { total } = await matches
    .select((expressions) => expressions.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .selectAll()
    .orderBy('iri', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: Number(total) }
}

const batchSize = 200

/** Yields all submissions that match, the latest first. Only a few of them are held in memory at once. */
export async function* allSubmissions(db: Database, query: URLSearchParams, upTo: Iri) {
  let before: Iri | null = null
  for (;;) {
    const rows: FormSubmissionTable[] = await matching(db, query)
      .selectAll()
      .where('iri', before === null ? '<=' : '<', before ?? upTo)
      .orderBy('iri', 'desc')
      .limit(batchSize)
      .execute()
    for (const row of rows) yield toSubmission(row)
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.iri
  }
}

/** Returns the IRI of the latest submission of all; null if there is none. */
export const latestSubmission = async (db: Database): Promise<Iri | null> => {
  const { latest } = await db
    .selectFrom('form_submission')
    .select((expressions) => expressions.fn.max<Iri | null>('iri').as('latest'))
    .executeTakeFirstOrThrow()
  return latest
}
