/** A layout that many pages share is read by as many queries as one that few do. */
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/store/db/schema.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi } from '../support/content-api.ts'

eachDatabase('a layout of many pages', (open) => {
  /** Makes pages of one layout, and returns the reads of which each is measured. */
  const makePages = async (content: ContentApi, count: number) => {
    const { layout, page } = await content.makePage('/first')
    for (let index = 1; index < count; index += 1) {
      const { '@id': other } = await content.create('/_/pages', {
        reference: `Page ${index}`,
        layout,
        isTemplate: false,
        uiComponent: 'PrimaryPageTemplate',
      })
      const path = `/${index}`
      await content.create('/_/routes', { path, name: path, page: other })
    }
    return { layout, page }
  }

  const queriesOf = async (db: Database, read: () => Promise<{ status: number }>) => {
    const spy = vi.spyOn(db, 'executeQuery')
    expect((await read()).status).toBe(200)
    const { length } = spy.mock.calls
    spy.mockRestore()
    return length
  }

  test('costs as many queries as one of few', async () => {
    const counts = []
    for (const count of [3, 30]) {
      const db = await open()
      const content = createContentApi(db)
      const { layout } = await makePages(content, count)
      counts.push(await queriesOf(db, () => content.asEditor.get(layout)))
    }
    expect(counts[1]).toBe(counts[0])
  })

  test('lists its pages by itself, but not as a member of a list', async () => {
    const content = createContentApi(await open())
    const { layout, page } = await makePages(content, 3)
    const { body } = await content.asEditor.get(layout)
    expect(body['pages']).toHaveLength(3)
    expect(body['pages']).toContain(page)
    const { body: list } = await content.asEditor.get('/_/layouts')
    expect(list.member.find((member) => member['@id'] === layout)).not.toHaveProperty('pages')
  })

  test('lists are searched in other scripts, by single properties and by all', async () => {
    const content = createContentApi(await open())
    const { page } = await content.makePage('/first')
    await content.asEditor.patch(page, { reference: 'ΟΔΟΣ Ένα', title: 'Straße 100%_' })
    const find = async (query: Record<string, string>) =>
      (await content.asEditor.get(`/_/pages?${new URLSearchParams(query)}`)).body['totalItems']
    const inAll = (words: string) => find({ reference: words, title: words, uiComponent: words })
    for (const words of ['οδος', 'ΟΔΟΣ έ', 'STRAßE', '100%_', 'primarypage'])
      expect([words, await inAll(words)]).toEqual([words, 1])
    for (const words of ['100__', '%%', 'ένα\nstraße', 'x'.repeat(2_001)])
      expect([words, await inAll(words)]).toEqual([words, 0])
    expect(await find({ title: 'οδος' })).toBe(0)
    expect(await find({ title: 'straße' })).toBe(1)
    expect(await find({ title: 'straße', reference: 'nothing' })).toBe(1)
    expect(await find({ title: 'straße', page: '3' })).toBe(1)
  })
})
