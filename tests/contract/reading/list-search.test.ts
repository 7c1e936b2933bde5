/** Lists of pages are searched, filtered and sorted alike whatever the length of their texts, and after an upgrade. */
import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#server/store/db/migrations.ts'
import type { Database } from '#server/store/db/schema.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { downgradeListSearch } from '../../support/server/downgrades.ts'
import { type ContentApi, createContentApi } from '../support/content-api.ts'

interface Made {
  title?: string
  isTemplate?: boolean
}

/** Makes pages, and returns a function that finds their references. */
const openPages = async (content: ContentApi) => {
  const { layout, page } = await content.makePage()
  await content.asEditor.remove(page)
  const make = (reference: string, { title = 'Page', isTemplate = false }: Made = {}) =>
    content.create('/_/pages', {
      reference,
      layout,
      title,
      isTemplate,
      uiComponent: 'PrimaryPageTemplate',
    })
  const find = async (words: string, more: Record<string, string> = {}) => {
    const searched = words && { reference: words, title: words, uiComponent: words }
    const query = new URLSearchParams({ 'order[reference]': 'asc', ...searched, ...more })
    const { body } = await content.asEditor.get(`/_/pages?${query}`)
    return { total: body['totalItems'], found: body.member.map((member) => member['reference']) }
  }
  return { make, find }
}

/** Too long for an index, in letters that have other cases. */
const long = `${'Ä'.repeat(1_000)} harbour`

const makeSix = async ({ make }: Awaited<ReturnType<typeof openPages>>) => {
  await make('C', { title: long })
  await make('a', { title: 'Harbour' })
  await make('D', { title: 'The harbour', isTemplate: true })
  await make('b', { title: long, isTemplate: true })
  await make('e', { title: 'Quay' })
  await make('F', { title: `${long} and quay` })
}

const expectAll = async ({ find }: Awaited<ReturnType<typeof openPages>>) => {
  expect(await find('HARBOUR')).toEqual({ total: 5, found: ['a', 'b', 'C', 'D', 'F'] })
  expect(await find('ha', { 'order[reference]': 'desc' })).toMatchObject({
    found: ['F', 'D', 'C', 'b', 'a'],
  })
  expect(await find('ää')).toEqual({ total: 3, found: ['b', 'C', 'F'] })
  expect(await find('quay')).toEqual({ total: 2, found: ['e', 'F'] })
  expect(await find('zq')).toEqual({ total: 0, found: [] })
  const templates = { isTemplate: 'true' }
  expect(await find('', templates)).toEqual({ total: 2, found: ['b', 'D'] })
  expect(await find('harbour', templates)).toEqual({ total: 2, found: ['b', 'D'] })
  expect(await find('harbour', { isTemplate: '0' })).toEqual({ total: 3, found: ['a', 'C', 'F'] })
  expect(await find('', { isTemplate: 'perhaps' })).toMatchObject({ total: 6 })
}

eachDatabase('a list of pages', (open) => {
  test('is searched in short and long texts together, with and without templates', async () => {
    const pages = await openPages(createContentApi(await open()))
    await makeSix(pages)
    await expectAll(pages)
  })

  test('has each match on one page, in one order', async () => {
    const pages = await openPages(createContentApi(await open()))
    await makeSix(pages)
    const found = (page: number) => pages.find('harbour', { perPage: '2', page: `${page}` })
    expect(await found(1)).toEqual({ total: 5, found: ['a', 'b'] })
    expect(await found(2)).toEqual({ total: 5, found: ['C', 'D'] })
    expect(await found(3)).toEqual({ total: 5, found: ['F'] })
    expect(await found(4)).toEqual({ total: 5, found: [] })
    const newest = { 'order[reference]': '', 'order[createdAt]': 'desc', perPage: '3' }
    const { total } = await pages.find('harbour', newest)
    expect(total).toBe(5)
  })

  test('is not counted if the query asks for a part, which tells whether another page follows', async () => {
    const content = createContentApi(await open())
    const pages = await openPages(content)
    await makeSix(pages)
    const part = async (page: number, perPage = 2) => {
      const query = new URLSearchParams({
        ...{ 'order[reference]': 'asc', reference: 'harbour', title: 'harbour' },
        ...{ perPage: `${perPage}`, page: `${page}`, partial: 'true' },
      })
      const { body } = await content.asEditor.get(`/_/pages?${query}`)
      expect(body).not.toHaveProperty('totalItems')
      expect(body['view']).not.toHaveProperty('last')
      const { next = '', previous = '' } = body['view'] as Record<string, string>
      const pageOf = (url: string) => new URLSearchParams(url.split('?')[1]).get('page')
      return [body.member.map(({ reference }) => reference).join(), pageOf(previous), pageOf(next)]
    }
    expect(await part(1)).toEqual(['a,b', null, '2'])
    expect(await part(2)).toEqual(['C,D', '1', '3'])
    expect(await part(3)).toEqual(['F', '2', null])
    expect(await part(1, 5)).toEqual(['a,b,C,D,F', null, null])
    expect(await part(1, 0)).toEqual(['', null, null])
  })

  test('follows a change of a page', async () => {
    const content = createContentApi(await open())
    const pages = await openPages(content)
    const { '@id': page } = await pages.make('a', { title: 'Harbour' })
    await content.asEditor.patch(page, { title: long, isTemplate: true })
    expect(await pages.find('harbour', { isTemplate: 'true' })).toMatchObject({ found: ['a'] })
    await content.asEditor.patch(page, { title: 'Quay', isTemplate: false })
    expect(await pages.find('harbour')).toMatchObject({ found: [] })
    expect(await pages.find('quay', { isTemplate: 'false' })).toMatchObject({ found: ['a'] })
  })

  test('is searched and filtered as before on a site of an older version', async () => {
    const db = await open()
    const pages = await openPages(createContentApi(db))
    await makeSix(pages)
    await upgradeAgain(db)
    await expectAll(pages)
  })
})

/** Takes the migration back, and makes it with the rows that are there. */
const upgradeAgain = async (db: Database) => {
  await downgradeListSearch(db)
  await sql`delete from kysely_migration where name >= '0024'`.execute(db)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  expect(error).toBeUndefined()
}
