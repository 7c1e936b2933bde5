/** Counts the tags of the media library. */
import { sql } from 'kysely'
import type { Database } from '../../store/db/schema.ts'
import { isPostgres } from '../../store/db/sql-dialect.ts'

/** The maximum number of tags that are listed. */
const maxTags = 500

/** Returns the tags with the number of files that have each, the most frequent first. */
export const listTags = async (db: Database) => {
  const tags = isPostgres(db)
    ? sql`jsonb_array_elements_text(data::jsonb -> 'tags') as tagged(value)`
    : sql`json_each(data, '$.tags') as tagged`
  const { rows } = await sql<{ tag: string; total: number | string }>`
    select tagged.value as tag, count(*) as total from media_object, ${tags}
    group by tagged.value order by total desc, tag limit ${sql.lit(maxTags)}`.execute(db)
  return rows.map(({ tag, total }) => ({ tag, fileCount: Number(total) }))
}
