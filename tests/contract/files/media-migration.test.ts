/** The media library of an older version gets the columns by which it is searched and filtered. */
import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMediaObjects } from '#server/media/library/list-media-objects.ts'
import { listTags } from '#server/media/library/media-object-tags.ts'
import { migrations } from '#server/store/db/migrations.ts'
import { isPostgres } from '#server/store/db/sql-dialect.ts'
import type { Database } from '#server/store/db/schema.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { downgradeListSearch } from '../../support/server/downgrades.ts'

const before = '0022-list-columns'
const names = Object.keys(migrations)
const added = names[names.indexOf(before) + 1]!

/** Takes the migration back, and those after it. */
const downgrade = async (db: Database) => {
  await downgradeListSearch(db)
  await db.schema.dropIndex('media_object_by_age').execute()
  const extra = isPostgres(db) ? 'media_object_by_text' : 'media_object_by_tags'
  await db.schema.dropIndex(extra).ifExists().execute()
  await db.schema.alterTable('media_object').dropColumn('tags').execute()
  await db.schema
    .createIndex('media_object_by_age')
    .on('media_object')
    .columns(['created_at', 'iri'])
    .execute()
  await sql`delete from kysely_migration where name >= ${added}`.execute(db)
}

const insertOld = (db: Database, at: number, name: string, tags: readonly string[]) => {
  const data = JSON.stringify({ file: { name }, name, tags, alternativeTexts: { de: 'Größe' } })
  const searched = [name, ...tags, 'Größe'].join('\n')
  const time = `2026-01-01T00:00:0${at}.000Z`
  return sql`
    insert into media_object
      (iri, content_hash, data, file_size, search_text, version, created_at, modified_at)
    values (${`/_/media_objects/${name}`}, ${name}, ${data}, 1, ${searched}, 1, ${time}, ${time})`.execute(
    db,
  )
}

eachDatabase('a media library of before its lists had columns', (open) => {
  test('is searched in any case, filtered by whole tags, and counted', async () => {
    const db = await open()
    await downgrade(db)
    await insertOld(db, 1, 'Harbour.png', ['blue', 'boat'])
    await insertOld(db, 2, 'Quay.png', ['blue', 'blue sea', ',', 'a "quoted" one'])
    await insertOld(db, 3, 'Plain.png', [])
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    expect(error).toBeUndefined()

    const find = async (query: string) => {
      const { rows, total } = await listMediaObjects(db, new URLSearchParams(query))
      expect(total).toBe(rows.length)
      return rows.map(({ iri }) => iri.replace('/_/media_objects/', ''))
    }
    expect(await find('')).toEqual(['Plain.png', 'Quay.png', 'Harbour.png'])
    expect(await find('search=HARB')).toEqual(['Harbour.png'])
    expect(await find('search=GRÖSSE')).toEqual([])
    expect(await find('search=größe')).toHaveLength(3)
    expect(await find('search=100%25')).toEqual([])
    expect(await find('tags[]=blue')).toEqual(['Quay.png', 'Harbour.png'])
    expect(await find('tags[]=blue&tags[]=boat')).toEqual(['Harbour.png'])
    expect(await find('tags[]=,')).toEqual(['Quay.png'])
    expect(await find(`tags[]=${encodeURIComponent('a "quoted" one')}`)).toEqual(['Quay.png'])
    expect(await find(`tags[]=${encodeURIComponent('","')}`)).toEqual([])
    expect(await listTags(db)).toEqual([
      { tag: 'blue', fileCount: 2 },
      { tag: ',', fileCount: 1 },
      { tag: 'a "quoted" one', fileCount: 1 },
      { tag: 'blue sea', fileCount: 1 },
      { tag: 'boat', fileCount: 1 },
    ])
  })
})
