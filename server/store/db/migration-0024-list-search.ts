/** Lets templates be listed without reading the JSON of every page, and PostgreSQL search lists in their indexes. */
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'
import { isPostgres } from './sql-dialect.ts'

/** The maximum length of `indexed_text` in bytes: PostgreSQL refuses longer rows of an index, which has names and IRIs, too. */
const maxIndexedBytes = 800

const fillTemplates = (db: Database) =>
  isPostgres(db)
    ? sql`update resource set is_template = case data::jsonb ->> 'isTemplate' when 'true' then 1 when 'false' then 0 end
        where type = 'Page'`.execute(db)
    : sql`update resource set is_template = json_extract(data, '$.isTemplate') where type = 'Page'`.execute(
        db,
      )

/** Creates an index of what has a value in the column, which are pages alone, for each order of their list. */
const createTemplateIndexes = async (db: Database) => {
  for (const [name, order] of [
    ['resource_by_template_and_age', 'created_at'],
    ['resource_by_template_and_name', 'sort_key'],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('resource')
      .columns(['type', 'is_template', order, 'iri'])
      .where('is_template', 'is not', null)
      .execute()
}

/** Has everything that a search reads, so it reads no rows that do not match. */
const createNameIndex = async (db: Database) => {
  await db.schema.dropIndex('resource_by_name').execute()
  if (isPostgres(db))
    await sql`
      create index resource_by_name on resource (type, sort_key, iri)
      include (created_at, is_template, indexed_text)`.execute(db)
  else
    await db.schema
      .createIndex('resource_by_name')
      .on('resource')
      .columns(['type', 'sort_key', 'iri', 'created_at', 'search_text', 'is_template'])
      .execute()
}

/** Adds the text to search in, if it is short enough for an index, and an index of the few resources whose text is not. */
const addIndexedText = async (db: Database) => {
  await sql`
    alter table resource add column indexed_text text generated always as
    (case when octet_length(search_text) <= ${sql.lit(maxIndexedBytes)} then search_text end) stored`.execute(
    db,
  )
  await sql`
    create index resource_by_long_text on resource (type)
    where indexed_text is null and search_text is not null`.execute(db)
}

/** Creates indexes of the parts of texts. A database whose owner may not add the extension is searched row by row. */
const createTextIndexes = (db: Database) =>
  sql`
    do $$ begin
      drop index if exists resource_by_text;
      create index resource_by_text on resource using gin (indexed_text gin_trgm_ops);
      create index account_by_username_text on account using gin (username_key gin_trgm_ops);
      create index account_by_email_text on account using gin (email_key gin_trgm_ops);
    exception when others then
      raise notice 'Lists are searched without an index of the parts of texts: %', sqlerrm;
    end $$`.execute(db)

/** Adds the columns, fills them, and creates the indexes. */
export const addListSearch = async (db: Kysely<unknown>) => {
  await db.schema.alterTable('resource').addColumn('is_template', 'integer').execute()
  await fillTemplates(db as Database)
  if (isPostgres(db)) {
    await addIndexedText(db as Database)
    await createTextIndexes(db as Database)
  }
  await createTemplateIndexes(db as Database)
  await createNameIndex(db as Database)
}
