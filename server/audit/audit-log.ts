/** Reads the audit log, the latest entries first: filtered, a page at a time or as CSV. Deletes old entries. */
import { sql } from 'kysely'
import {
  type AuditAction,
  type AuditEntry,
  type AuditedChange,
  auditActions,
  auditEntriesEndpoint,
  maxListedEntries,
} from '#content/admin/audit-entry.ts'
import { InvalidInputError } from '../domain-errors.ts'
import { toApiTimestamp } from '../store/access/read-context.ts'
import { isoDate } from '../store/db/iso-date.ts'
import type { AuditEntryTable, Database } from '../store/db/schema.ts'
import { pagingOf } from '../store/read/lists/list-paging.ts'
import { userIri } from '../users/account-row.ts'
import { auditCsv } from './audit-csv.ts'
import { withNames } from './audit-names.ts'

const toEntry = (row: AuditEntryTable): AuditEntry => ({
  names: {},
  '@id': `${auditEntriesEndpoint}/${row.id}`,
  '@type': 'AuditEntry',
  action: row.action,
  resource: row.resource_iri,
  resourceType: row.resource_type,
  user: row.account_id === null ? null : userIri({ id: row.account_id }),
  username: row.username,
  place: row.place,
  changes: JSON.parse(row.changes) as AuditedChange[],
  createdAt: toApiTimestamp(row.created_at),
  _metadata: { persisted: true },
})

/** Returns a date of a query as ISO text; null if there is none. */
const dateIn = (query: URLSearchParams, name: 'from' | 'to') => {
  const raw = query.get(name)
  if (!raw) return null
  const time = /^\d{4}-\d{2}-\d{2}(T|$)/.test(raw) ? Date.parse(raw) : Number.NaN
  if (Number.isNaN(time)) throw new InvalidInputError(`"${name}" should be an ISO date.`)
  return isoDate(time)
}

const actionIn = (query: URLSearchParams): AuditAction | null => {
  const raw = query.get('action')
  if (!raw) return null
  const action = auditActions.find((one) => one === raw)
  if (!action) throw new InvalidInputError(`"action" should be one of ${auditActions.join(', ')}.`)
  return action
}

const userPrefix = userIri({ id: '' })

/** Selects the entries that match a query, by the index of each filter. */
const matching = (db: Database, query: URLSearchParams) => {
  const [user, resource, action] = [query.get('user'), query.get('resource'), actionIn(query)]
  const [from, to] = [dateIn(query, 'from'), dateIn(query, 'to')]
  let entries = db.selectFrom('audit_entry')
  if (user?.startsWith(userPrefix))
    entries = entries.where('account_id', '=', user.slice(userPrefix.length))
  else if (user) entries = entries.where('username', '=', user)
  if (resource) entries = entries.where('resource_iri', '=', resource)
  if (action) entries = entries.where('action', '=', action)
  if (from !== null) entries = entries.where('created_at', '>=', from)
  if (to !== null) entries = entries.where('created_at', '<', to)
  return entries
}

/** Returns the number of entries that match, counted up to `maxListedEntries`. */
const countOf = async (db: Database, query: URLSearchParams) => {
  const { total } = await db
    .selectFrom(matching(db, query).select('id').limit(maxListedEntries).as('counted'))
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const latestFirst = (db: Database, query: URLSearchParams) =>
  matching(db, query).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')

const listEntries = async (db: Database, query: URLSearchParams) => {
  const paging = pagingOf({ type: 'AuditEntry' }, query)!
  const total = await countOf(db, query)
  const offset = (paging.page - 1) * paging.perPage
  const rows =
    offset < total
      ? await latestFirst(db, query).limit(paging.perPage).offset(offset).execute()
      : []
  return { members: await withNames(db, rows.map(toEntry)), total, paging }
}

const batchSize = 200

/** Yields all entries that match. Only a few of them are held in memory at once. */
async function* allEntries(db: Database, query: URLSearchParams) {
  let last: AuditEntryTable | null = null
  for (;;) {
    const rows: AuditEntryTable[] = await latestFirst(db, query)
      .$if(last !== null, (entries) =>
        entries.where(sql<boolean>`(created_at, id) < (${last!.created_at}, ${last!.id})`),
      )
      .limit(batchSize)
      .execute()
    for (const row of rows) yield toEntry(row)
    last = rows.at(-1) ?? null
    if (rows.length < batchSize) return
  }
}

/** The number of entries that are deleted at once, while writers wait. */
const deletionBatchSize = 1_000

/** Deletes the entries from before a date, batch by batch. */
const deleteBefore = async (db: Database, date: string) => {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('audit_entry')
      .where('id', 'in', (where) =>
        where
          .selectFrom('audit_entry')
          .select('id')
          .where('created_at', '<', date)
          .limit(deletionBatchSize),
      )
      .executeTakeFirst()
    if (numDeletedRows < BigInt(deletionBatchSize)) return
  }
}

/** Creates the reads of the audit log, and the deletion of old entries. */
export const createAuditLog = (db: Database) => ({
  /** Returns one page of the entries that match a query; throws an `InvalidInputError` for a filter that is none. */
  list: (query: URLSearchParams) => listEntries(db, query),

  async find(id: string) {
    const entries = db.selectFrom('audit_entry').selectAll().where('id', '=', id)
    const row = await entries.executeTakeFirst()
    return row ? (await withNames(db, [toEntry(row)]))[0]! : null
  },

  /** Yields the lines of all entries that match a query. */
  csv: (query: URLSearchParams) => auditCsv(allEntries(db, query)),

  /** Deletes the entries from before an ISO date. */
  deleteBefore: (date: string) => deleteBefore(db, date),
})

export type AuditLog = ReturnType<typeof createAuditLog>
