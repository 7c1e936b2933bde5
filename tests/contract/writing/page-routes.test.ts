import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'

eachDatabase("a page's own route", (open) => {
  let content: ContentApi
  beforeEach(async () => {
    content = createContentApi(await open())
  })
  const route = async (iri: string) => (await content.asEditor.get(iri)).body

  describe.each(['page', 'page data'])('%s', (what) => {
    const make = async (path?: string) => {
      const { page } = await content.makePage(what === 'page' ? path : undefined)
      if (what === 'page') return page
      const data = await content.create('/page_data/article_datas', { title: 'One', page })
      const iri = data['@id']
      if (path) await content.create('/_/routes', { path, name: path, pageData: iri })
      return iri
    }
    const property = what === 'page' ? 'page' : 'pageData'
    const free = async (path: string) => {
      const { route: target } = await content.makePage(`${path}-target`)
      const made = await content.create('/_/routes', { path, name: path, redirect: target })
      return made['@id']
    }

    test('becomes the route that is named, to which the old route redirects', async () => {
      const entity = await make('/old')
      const wanted = await free('/new')
      const events = await content.eventsDuring(async () => {
        const { status, body } = await content.asEditor.patch(entity, { route: wanted })
        expect([status, body['route']]).toEqual([200, wanted])
      })
      expect(events.map(({ topic }) => topic)).toEqual(
        expect.arrayContaining([wanted, entity, '/_/routes//old']),
      )
      expect(await route(wanted)).toMatchObject({ [property]: entity })
      expect(await route('/_/routes//old')).toMatchObject({ redirect: wanted })
    })

    test('does not change when it is sent back unchanged', async () => {
      const entity = await make('/here')
      const { body: before } = await content.asEditor.get(entity)
      for (const sent of ['/_/routes//here', before['route']]) {
        const events = await content.eventsDuring(() =>
          content.asEditor.patch(entity, { ...before, route: sent }),
        )
        expect(events).toEqual([])
      }
    })

    test("cannot be another page's route, nor anything else than a route", async () => {
      const entity = await make('/mine')
      await make('/theirs')
      const { status, body } = await content.asEditor.patch(entity, { route: '/_/routes//theirs' })
      expect([status, body.violations]).toMatchObject([422, [{ propertyPath: 'route' }]])
      for (const wrong of ['/_/routes//nowhere', entity, 5, {}]) {
        expect((await content.asEditor.patch(entity, { route: wrong })).status).toBe(400)
      }
      expect((await content.asEditor.get(entity)).body['route']).toBe('/_/routes//mine')
    })

    test('is removed by null', async () => {
      const entity = await make('/gone')
      const { body } = await content.asEditor.patch(entity, { route: null })
      expect(body['route']).toBeUndefined()
      expect((await content.asEditor.get('/_/routes//gone')).status).toBe(404)
      expect((await content.asEditor.patch(entity, { route: null })).status).toBe(200)
    })
  })

  test('a new page may name its route', async () => {
    const { layout, route: target } = await content.makePage('/target')
    await content.create('/_/routes', { path: '/later', name: 'later', redirect: target })
    const made = await content.create('/_/pages', {
      ...{ reference: 'new', layout, isTemplate: false, uiComponent: 'PrimaryPageTemplate' },
      route: '/_/routes//later',
    })
    expect(made['route']).toBe('/_/routes//later')
  })

  test('the payload of a child page contains its ancestors', async () => {
    const top = await content.makePage('/top')
    const title = await content.makeTitle(top.group, 'Above')
    const template = await content.makePage()
    await content.asEditor.patch(template.page, { isTemplate: true })
    const text = await content.create('/component/html_contents', {
      html: '<p>Middle</p>',
      publishedAt: past,
    })
    await content.create('/_/component_positions', {
      componentGroup: template.group,
      pageDataProperty: 'htmlContent',
      pageDataClass: 'App\\Entity\\ArticleData',
    })
    const middle = await content.create('/page_data/article_datas', {
      ...{ title: 'Middle', page: template.page, htmlContent: text['@id'], parentPage: top.page },
    })
    await content.create('/_/routes', { path: '/top/middle', name: 'm', pageData: middle['@id'] })
    const leaf = await content.makePage('/top/middle/leaf')
    await content.asEditor.patch(leaf.page, { parentPageData: middle['@id'] })

    const { body: manifest } = await content.asVisitor.get('/_/routes_manifest//top/middle/leaf')
    const payload = await content.payload('/top/middle/leaf', content.visitor)
    const iris = payload.entries.map(({ resource }) => resource['@id'])
    expect(new Set(payload.page!.resources)).toEqual(new Set(iris))
    expect(iris).toEqual(expect.arrayContaining(manifest['resource_iris'] as string[]))
    expect(iris).toEqual(expect.arrayContaining([title['@id'], text['@id'], top.route!]))
    expect(payload.page).toMatchObject({ page: leaf.page, root: '/_/routes//top/middle/leaf' })
  })

  test('ancestors that may not be read are left out', async () => {
    const top = await content.makePage()
    const leaf = await content.makePage('/leaf')
    await content.asEditor.patch(leaf.page, { parentPage: top.page })
    const seen = async (viewer: typeof content.visitor) =>
      (await content.payload('/leaf', viewer)).page!.resources
    expect(await seen(content.visitor)).not.toContain(top.page)
    expect(await seen(content.editor)).toContain(top.page)
  })
})
