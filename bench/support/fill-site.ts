/** Fills the database of a running site with more content than requests could write in a minute. */
import { createHash, randomUUID } from 'node:crypto'
import { listColumnsOf } from '#server/store/db/list-columns.ts'
import { type MediaObjectData, mediaColumnsOf } from '#server/store/types/media-object-data.ts'
import { nameKeysOf } from '#server/users/name-keys.ts'
import { type BulkInsert, type BulkRow, bulkInsert } from './bulk-insert.ts'

const words =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango'.split(
    ' ',
  )

const nameOf = (index: number) =>
  `${words[index % words.length]} ${words[(index * 7) % 19]} ${index}`

const dateOf = (index: number) => new Date(Date.UTC(2026, 0) + index * 1_000).toISOString()

/** The number of rows that are inserted by one statement of PostgreSQL. */
const batchSize = 2_000

/** Makes rows by their numbers, and inserts them batch by batch. */
const insertEach = async (
  { insert }: BulkInsert,
  count: number,
  rowsOf: (index: number) => readonly (readonly [table: string, row: BulkRow])[],
) => {
  for (let start = 0; start < count; start += batchSize) {
    const tables = new Map<string, BulkRow[]>()
    for (let index = start; index < Math.min(count, start + batchSize); index += 1)
      for (const [table, row] of rowsOf(index))
        tables.set(table, [...(tables.get(table) ?? []), row])
    for (const [table, rows] of tables) await insert(table, rows)
  }
}

const resourceRow = (
  type: string,
  iri: string,
  { data, index }: { data: Record<string, unknown>; index: number },
) => {
  const at = dateOf(index)
  const times = { created_at: at, modified_at: at }
  return {
    iri,
    type,
    data: JSON.stringify(data),
    version: 1,
    ...listColumnsOf(iri, data),
    ...times,
  }
}

const relationRow = (from_iri: string, property: string, to_iri: string) => ({
  from_iri,
  property,
  to_iri,
  position: 0,
})

const insertContent = async (target: BulkInsert, count: number) => {
  const layout = await target.read("select iri from resource where type = 'Layout'")
  await insertEach(target, count, (index) => {
    const name = nameOf(index)
    const page = `/_/pages/${randomUUID()}`
    const path = `/of/${name.replaceAll(' ', '-')}`
    const route = `/_/routes/${path}`
    return [
      ['resource', resourceRow('Page', page, { data: pageData(name), index })],
      ['resource', resourceRow('Route', route, { data: { path, name: path }, index })],
      ['relation', relationRow(page, 'layout', layout)],
      ['relation', relationRow(route, 'page', page)],
    ]
  })
}

const pageData = (name: string) => ({
  reference: `page of ${name}`,
  title: `Page of ${name}`,
  metaDescription: `All that there is to say about ${name}, in a sentence of the usual length.`,
  isTemplate: false,
  uiComponent: 'PrimaryPageTemplate',
})

const insertAccounts = (target: BulkInsert, count: number) =>
  insertEach(target, count, (index) => {
    const username = `user-${nameOf(index).replaceAll(' ', '-')}`
    const names = { username, email_address: `${username}@example.com` }
    const at = dateOf(index)
    const state = { password: 'none', roles: '["ROLE_USER"]', enabled: 1, verified: 1 }
    const times = { created_at: at, modified_at: at }
    return [['account', { id: randomUUID(), ...names, ...nameKeysOf(names), ...state, ...times }]]
  })

/** Adds rows of pictures. There are no files, which only those would miss who look at one. */
const insertMedia = (target: BulkInsert, count: number) =>
  insertEach(target, count, (index) => {
    const name = `picture-of-${nameOf(index).replaceAll(' ', '-')}.jpg`
    const size = 50_000 + index
    const mimeType = 'image/jpeg'
    const data: MediaObjectData = {
      file: { name, mimeType, size, width: 1_600, height: 900, variants: [] },
      name,
      tags: [words[index % words.length]!, words[(index * 3) % 17]!].toSorted(),
      alternativeTexts: { en: `What can be seen of ${nameOf(index)}` },
    }
    const at = dateOf(index)
    const row = {
      iri: `/_/media_objects/${name}`,
      content_hash: createHash('sha256').update(name).digest('hex'),
      data: JSON.stringify(data),
      file_size: size,
      ...mediaColumnsOf(data),
    }
    return [['media_object', { ...row, version: 1, created_at: at, modified_at: at }]]
  })

/** Adds `count` pages with their routes, and as many accounts and pictures, in one transaction. */
export const fillSite = (site: { dataDir: string; databaseUrl?: string | null }, count: number) =>
  bulkInsert({ dataDir: site.dataDir, databaseUrl: site.databaseUrl ?? null }, async (target) => {
    await insertContent(target, count)
    await insertAccounts(target, count)
    await insertMedia(target, count)
  })
