/** A layout names its pages, unless these are too many to be sent with each change of one of them. */
import { expect, test } from 'vitest'
import { maxLayoutPages } from '#server/store/read/serialize.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { createContentApi } from '../support/content-api.ts'

eachDatabase('the pages of a layout', (open) => {
  test('are all named up to a number, and none beyond that, also in events', async () => {
    const db = await open()
    const content = createContentApi(db)
    const { layout, page } = await content.makePage('/first')
    const more = Array.from({ length: maxLayoutPages - 1 }, (_, at) => ({
      from_iri: `/_/pages/00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      property: 'layout',
      to_iri: layout,
      position: 0,
    }))
    const template = await db
      .selectFrom('resource')
      .select(['type', 'data', 'version', 'created_at', 'modified_at'])
      .where('iri', '=', page)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < more.length; at += 200) {
      const relations = more.slice(at, at + 200)
      const rows = relations.map(({ from_iri: iri }) => ({ ...template, iri }))
      await db.insertInto('resource').values(rows).execute()
      await db.insertInto('relation').values(relations).execute()
    }
    // The store has read the layout before.
    const fresh = createContentApi(db)
    const pagesOf = async () => (await fresh.asEditor.get(layout)).body['pages']
    expect(await pagesOf()).toHaveLength(maxLayoutPages)

    const body = { reference: 'one more', layout, isTemplate: false, uiComponent: 'Primary' }
    const events = await fresh.eventsDuring(() => fresh.create('/_/pages', body))
    const event = events.find(({ topic }) => topic === layout)!
    expect(event.data).toMatchObject({ '@id': layout, reference: expect.any(String) as string })
    expect(event.data).not.toHaveProperty('pages')
    expect(await pagesOf()).toBeUndefined()
    const { body: found } = await fresh.asEditor.get('/_/pages?perPage=1')
    expect(found['totalItems']).toBe(maxLayoutPages + 1)
  }, 60_000)
})
