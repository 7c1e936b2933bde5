/** Adds the columns by which lists are searched and sorted, with their indexes. */
import { type Kysely, sql } from 'kysely'
import { listColumnsOf } from './list-columns.ts'
import type { Database } from './schema.ts'
import { isPostgres } from './sql-dialect.ts'

/** The number of resources that are read at once. */
const batchSize = 1_000

/** Fills the columns of all resources, batch by batch in the order of their IRIs. */
const fillColumns = async (db: Database, after = ''): Promise<void> => {
  const rows = await db
    .selectFrom('resource')
    .select(['iri', 'data'])
    .where('iri', '>', after)
    .orderBy('iri')
    .limit(batchSize)
    .execute()
  for (const { iri, data } of rows) {
    const columns = listColumnsOf(iri, JSON.parse(data) as Record<string, unknown>)
    const { search_text, sort_key } = columns
    if (search_text === null) continue
    await db.updateTable('resource').set({ search_text, sort_key }).where('iri', '=', iri).execute()
  }
  const last = rows.at(-1)
  if (last && rows.length === batchSize) return fillColumns(db, last.iri)
}

/**
 * Creates the indexes. That of libsql has everything that a search reads, so it reads no rows that do not match.
 * PostgreSQL finds parts of texts by trigrams; a database whose owner may not add that extension is searched row by row.
 */
const createIndexes = async (db: Database) => {
  await db.schema
    .createIndex('resource_by_name')
    .on('resource')
    .columns(['type', 'sort_key', 'iri'])
    .$call((index) => (isPostgres(db) ? index : index.columns(['created_at', 'search_text'])))
    .execute()
  for (const [name, order] of [
    ['account_by_age', 'created_at'],
    ['account_by_name', 'username'],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('account')
      .columns([order, 'id', 'username_key', 'email_key'])
      .execute()
  if (!isPostgres(db)) return
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index resource_by_text on resource using gin (search_text gin_trgm_ops);
    exception when others then
      raise notice 'Lists are searched without an index: %', sqlerrm;
    end $$`.execute(db)
}

/** Adds the columns, fills them, and creates the indexes. */
export const addListColumns = async (db: Kysely<unknown>) => {
  for (const column of ['search_text', 'sort_key'])
    await db.schema.alterTable('resource').addColumn(column, 'text').execute()
  await fillColumns(db as Database)
  await createIndexes(db as Database)
}
