/** A page or page data has one route; what else leads to it are redirects. */
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi } from '../support/content-api.ts'
import type { Database } from '#server/store/db/schema.ts'

eachDatabase('a second route', (open) => {
  let content: ContentApi
  let db: Database
  beforeEach(async () => {
    db = await open()
    content = createContentApi(db)
  })

  describe.each(['page', 'pageData'])('of a %s', (property) => {
    const make = async () => {
      const { page } = await content.makePage()
      if (property === 'page') return page
      return (await content.create('/page_data/article_datas', { title: 'One', page }))['@id']
    }
    const post = (path: string, body: object, api = content) =>
      api.asEditor.post('/_/routes', { path, name: path, ...body })
    const routeOf = async (entity: string) => (await content.asEditor.get(entity)).body['route']

    test('is refused in words that name the first one, and a redirect to that is not', async () => {
      const entity = await make()
      expect((await post('/one', { [property]: entity })).status).toBe(201)
      const { status, body } = await post('/two', { [property]: entity })
      expect([status, body.violations]).toMatchObject([
        422,
        [{ propertyPath: property, message: expect.stringContaining('/one') as string }],
      ])
      expect((await content.asEditor.get('/_/routes//two')).status).toBe(404)
      expect((await post('/two', { redirect: '/_/routes//one' })).status).toBe(201)
      expect(await routeOf(entity)).toBe('/_/routes//one')
    })

    test('is a redirect where it is sent back as it was read, which names the page', async () => {
      const entity = await make()
      await post('/one', { [property]: entity })
      await post('/two', { redirect: '/_/routes//one' })
      const { body: read } = await content.asEditor.get('/_/routes//two')
      expect(read[property]).toBe(entity)
      const { status } = await content.asEditor.patch('/_/routes//two', { ...read, name: 'again' })
      expect([status, await routeOf(entity)]).toEqual([200, '/_/routes//one'])
      // Without its redirect, it would show the page as well.
      const shown = await content.asEditor.patch('/_/routes//two', { redirect: null })
      expect([shown.status, shown.body.violations]).toMatchObject([
        422,
        [{ propertyPath: property }],
      ])
    })

    test('is refused for one that led elsewhere, by PATCH and PUT', async () => {
      const [entity, other] = [await make(), await make()]
      await post('/one', { [property]: entity })
      await post('/other', { [property]: other })
      const change = { [property]: entity }
      for (const { status, body } of [
        await content.asEditor.patch('/_/routes//other', change),
        await content.asEditor.put('/_/routes//other', { path: '/other', name: 'o', ...change }),
      ])
        expect([status, body.violations]).toMatchObject([422, [{ propertyPath: property }]])
      expect(await routeOf(other)).toBe('/_/routes//other')
    })

    test('is made by one of many requests at the same time, of two servers', async () => {
      const entity = await make()
      const apis = [content, createContentApi(db)]
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          post(`/at-${at}`, { [property]: entity }, apis[at % 2]),
        ),
      )
      const statuses = replies.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 422)])
    })

    test('takes the place of the first where it is generated, moved or named by the page', async () => {
      const entity = await make()
      await post('/one', { [property]: entity })
      const generated = await content.asEditor.post('/_/routes/generate', { [property]: entity })
      expect(generated.status).toBe(201)
      expect(await routeOf(entity)).toBe(generated.body['@id'])
      const moved = await content.asEditor.patch(generated.body['@id'], { path: '/moved' })
      expect(moved.status).toBe(200)
      const { route: elsewhere } = await content.makePage('/elsewhere')
      await post('/free', { redirect: elsewhere })
      const named = await content.asEditor.patch(entity, { route: '/_/routes//free' })
      expect([named.status, named.body['route']]).toEqual([200, '/_/routes//free'])
      const { body: first } = await content.asEditor.get('/_/routes//one')
      expect(first).toMatchObject({ redirect: moved.body['@id'] })
    })

    test('that redirected shows the page once that names it, and leads nowhere else', async () => {
      const entity = await make()
      await post('/one', { [property]: entity })
      const { route: elsewhere } = await content.makePage('/elsewhere')
      await post('/to-itself', { redirect: '/_/routes//one' })
      await post('/away', { redirect: elsewhere })
      for (const route of ['/_/routes//to-itself', '/_/routes//away']) {
        const { status, body } = await content.asEditor.patch(entity, { route })
        expect([status, body['route']]).toEqual([200, route])
        const { body: shown } = await content.asEditor.get(route)
        expect([shown[property], shown['redirect']]).toEqual([entity, undefined])
      }
      const { body: first } = await content.asEditor.get('/_/routes//one')
      expect(first['redirect']).toBe('/_/routes//to-itself')
    })

    test('that an older version has stored can be changed otherwise', async () => {
      const entity = await make()
      await post('/one', { [property]: entity })
      await post('/two', { redirect: '/_/routes//one' })
      const relation = { from_iri: '/_/routes//two', property, to_iri: entity, position: 0 }
      await db.insertInto('relation').values(relation).execute()
      const fresh = createContentApi(db)
      const { status } = await fresh.asEditor.patch('/_/routes//two', { path: '/three' })
      expect(status).toBe(200)
    })
  })
})
