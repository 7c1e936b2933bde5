/** Takes migrations back, which have no way back of their own, for tests of the upgrade of an older site. */
import { isPostgres } from '#server/store/db/sql-dialect.ts'
import type { Database } from '#server/store/db/schema.ts'

/** Takes back what `0024-list-search` has added. */
export const downgradeListSearch = async (db: Database) => {
  const { schema } = db
  const indexes = [
    'resource_by_name',
    'resource_by_template_and_age',
    'resource_by_template_and_name',
  ]
  const onPostgres = [
    'resource_by_text',
    'resource_by_long_text',
    'account_by_username_text',
    'account_by_email_text',
  ]
  for (const index of [...indexes, ...onPostgres])
    await schema.dropIndex(index).ifExists().execute()
  for (const column of ['is_template', ...(isPostgres(db) ? ['indexed_text'] : [])])
    await schema.alterTable('resource').dropColumn(column).execute()
  await schema
    .createIndex('resource_by_name')
    .on('resource')
    .columns(['type', 'sort_key', 'iri'])
    .execute()
}
