/** Lets the media library be searched and counted by its tags without reading the JSON of every file. */
import { type Kysely, sql } from 'kysely'
import { type MediaObjectData, mediaColumnsOf } from '../types/media-object-data.ts'
import type { Database } from './schema.ts'
import { isPostgres } from './sql-dialect.ts'

/** The number of files that are read at once. */
const batchSize = 1_000

/** Fills the columns of all files, batch by batch in the order of their IRIs. */
const fillColumns = async (db: Database, after = ''): Promise<void> => {
  const rows = await db
    .selectFrom('media_object')
    .select(['iri', 'data'])
    .where('iri', '>', after)
    .orderBy('iri')
    .limit(batchSize)
    .execute()
  for (const { iri, data } of rows) {
    const columns = mediaColumnsOf(JSON.parse(data) as MediaObjectData)
    await db.updateTable('media_object').set(columns).where('iri', '=', iri).execute()
  }
  const last = rows.at(-1)
  if (last && rows.length === batchSize) return fillColumns(db, last.iri)
}

/**
 * Creates the indexes. Those of libsql have everything that a search and a count read. PostgreSQL finds parts of texts by
 * trigrams, if it has that extension, and reads the short column of tags from the table: an index refuses long texts.
 */
const createIndexes = async (db: Database) => {
  if (!isPostgres(db)) {
    const { schema } = db
    await schema.dropIndex('media_object_by_age').execute()
    await schema
      .createIndex('media_object_by_age')
      .on('media_object')
      .columns(['created_at', 'iri', 'search_text', 'tags'])
      .execute()
    await schema.createIndex('media_object_by_tags').on('media_object').column('tags').execute()
    return
  }
  await sql`
    do $$ begin
      create index media_object_by_text on media_object using gin (search_text gin_trgm_ops);
    exception when others then
      raise notice 'The media library is searched without an index: %', sqlerrm;
    end $$`.execute(db)
}

/** Adds the column of tags, folds the case of the texts that are searched, and creates the indexes. */
export const addMediaColumns = async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('media_object')
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await fillColumns(db as Database)
  await createIndexes(db as Database)
}
