import { beforeEach, describe, expect, test } from 'vitest'
import { type ContentApi, type Json, createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('routes', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeEach(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/old')
  })

  const route = (path: string) => `/_/routes/${path}`
  const read = async (path: string) => (await content.asEditor.get(route(path))).body
  const violations = (body: Json) => body.violations.map(({ propertyPath }) => propertyPath)
  const made = (path: string, body: Record<string, unknown>) =>
    content.create('/_/routes', { path, name: path, ...body })

  describe('a path that changes', () => {
    test('leaves a redirect behind, and moves links and redirects to it along', async () => {
      await made('/older', { redirect: page.route })
      const link = await content.create('/component/navigation_links', {
        label: 'Old',
        route: page.route,
      })
      const { status, body } = await content.asEditor.patch(page.route!, { path: '/new' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ '@id': route('/new'), path: '/new', name: '/old' })
      expect(body['redirectedFrom']).toEqual([route('/old'), route('/older')])
      expect(await read('/old')).toMatchObject({
        redirect: route('/new'),
        redirectPath: '/new',
        page: page.page,
      })
      expect((await read('/old'))['name']).toBe('/old-1')
      expect((await content.asEditor.get(page.page)).body['route']).toBe(route('/new'))
      expect((await content.asEditor.get(link['@id'])).body['url']).toBe('/new')
      expect(await content.payload('/old', content.visitor)).toMatchObject({
        status: 308,
        redirect: '/new',
      })
    })

    test('keeps its creation date and refuses a stale version', async () => {
      const before = await content.asEditor.get(page.route!)
      const ifMatch = { 'If-Match': before.headers.get('etag')! }
      const moved = await content.asEditor.patch(page.route!, { path: '/new' }, ifMatch)
      expect(moved.body['createdAt']).toBe(before.body['createdAt'])
      expect(moved.headers.get('etag')).not.toBe(ifMatch['If-Match'])
      for (const path of ['/old', '/new']) {
        const { status } = await content.asEditor.patch(route(path), { name: 'x' }, ifMatch)
        expect(status).toBe(412)
      }
    })

    test('can be changed back, replacing the redirect', async () => {
      await content.asEditor.patch(page.route!, { path: '/new', name: '/new' })
      await made('/link', { redirect: route('/old') })
      const back = await content.asEditor.patch(route('/new'), { path: '/old', name: '/old' })
      expect(back.body).toMatchObject({ '@id': route('/old'), name: '/old', page: page.page })
      expect(back.body).not.toHaveProperty('redirectPath')
      expect((await read('/new'))['redirectPath']).toBe('/old')
      expect((await read('/link'))['redirectPath']).toBe('/old')
    })

    test('is refused if another page has the path', async () => {
      await content.makePage('/taken')
      const { status, body } = await content.asEditor.patch(page.route!, { path: '/taken' })
      expect([status, violations(body)]).toEqual([422, ['path']])
      expect((await read('/old'))['page']).toBe(page.page)
    })

    test('publishes events of the new route, the redirect and the page', async () => {
      const events = await content.eventsDuring(() =>
        content.asEditor.patch(page.route!, { path: '/new' }),
      )
      expect(events[0]).toMatchObject({ topic: route('/new'), data: { page: page.page } })
      expect(events.map(({ topic }) => topic).toSorted()).toEqual(
        [page.page, route('/new'), route('/old')].toSorted(),
      )
      const redirect = events.find(({ topic }) => topic === route('/old'))
      expect(redirect!.data['redirectPath']).toBe('/new')
    })

    test('moves child paths on request, except those with a path of their own', async () => {
      const child = await content.makePage('/old/child')
      const grandchild = await content.create('/page_data/nested_page_datas', {
        page: child.page,
        title: 'Grandchild',
        parentPage: child.page,
      })
      await made('/old/child/grand', { pageData: grandchild['@id'] })
      const astray = await content.makePage('/elsewhere')
      for (const { page: below } of [child, astray]) {
        await content.asEditor.patch(below, { parentPage: page.page })
      }
      const body = { path: '/new', cascadeChildPaths: true }
      const answer = await content.asEditor.patch(page.route!, body)
      expect(answer.status).toBe(200)
      expect(answer.body).not.toHaveProperty('cascadeChildPaths')
      expect(await read('/new/child')).toMatchObject({ name: '/new/child', page: child.page })
      expect((await read('/new/child/grand'))['pageData']).toBe(grandchild['@id'])
      expect((await read('/old/child'))['redirectPath']).toBe('/new/child')
      expect((await read('/old/child/grand'))['redirectPath']).toBe('/new/child/grand')
      expect((await read('/elsewhere'))['page']).toBe(astray.page)
    })

    test('is refused as a whole if a child path is taken', async () => {
      const child = await content.makePage('/old/child')
      await content.asEditor.patch(child.page, { parentPage: page.page })
      await content.makePage('/new/child')
      const body = { path: '/new', cascadeChildPaths: true }
      const { status, body: refused } = await content.asEditor.patch(page.route!, body)
      expect([status, violations(refused)]).toEqual([422, ['cascadeChildPaths']])
      expect((await read('/old'))['page']).toBe(page.page)
    })

    test('does not move child paths unless requested', async () => {
      const child = await content.makePage('/old/child')
      await content.asEditor.patch(child.page, { parentPage: page.page })
      await content.asEditor.patch(page.route!, { name: 'other', cascadeChildPaths: true })
      expect((await read('/old/child'))['page']).toBe(child.page)
      await content.asEditor.patch(page.route!, { path: '/new' })
      expect((await read('/old/child'))['page']).toBe(child.page)
    })
  })

  test('PUT removes what the body leaves out', async () => {
    const { status, body } = await content.asEditor.put(page.route!, {
      name: 'whole',
      redirect: (await content.makePage('/other')).route,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ path: '/old', name: 'whole', redirectPath: '/other' })
    expect((await content.asEditor.get(page.page)).body).not.toHaveProperty('route')
    expect((await content.asEditor.put(page.route!, { name: 'whole' })).status).toBe(422)
  })

  test('a path that is reserved or could not be requested is refused', async () => {
    for (const path of ['/a/redirects', '/a/children', '/a?b', '/a#b']) {
      const answer = await content.asEditor.patch(page.route!, { path })
      expect([answer.status, violations(answer.body)]).toEqual([422, ['path']])
    }
    expect((await made('/redirects', { redirect: page.route }))['@id']).toBe(route('/redirects'))
    expect((await content.asEditor.get(route('/redirects'))).body['path']).toBe('/redirects')
  })

  test('a redirect loop of any length is refused', async () => {
    await made('/b', { redirect: page.route })
    await made('/c', { redirect: route('/b') })
    const answer = await content.asEditor.patch(page.route!, { redirect: route('/c') })
    expect([answer.status, violations(answer.body)]).toEqual([422, ['redirect']])
    expect(answer.body.violations[0]?.message).toBe(
      'This would create a redirect loop: /old → /c → /b → /old.',
    )
    const self = await content.asEditor.patch(page.route!, { redirect: page.route })
    expect(violations(self.body)).toEqual(['redirect'])
  })

  test('a deleted route is removed from links, live ones and drafts', async () => {
    const past = '2026-01-05T09:00:00+00:00'
    const link = await content.create('/component/navigation_links', {
      label: 'Old',
      route: page.route,
      publishedAt: past,
    })
    const draft = (await content.asEditor.patch(link['@id'], { label: 'Draft' })).body
    expect(draft['url']).toBe('/old')
    const events = await content.eventsDuring(() => content.asEditor.remove(page.route!))
    for (const iri of [`${link['@id']}?published=true`, draft['@id']]) {
      const { body } = await content.asEditor.get(iri)
      expect(body).not.toHaveProperty('route')
      expect(body).not.toHaveProperty('url')
    }
    expect(events.map(({ topic }) => topic)).toContain(link['@id'])
    expect((await content.asEditor.get(page.page)).status).toBe(200)
  })

  describe('generated from a title', () => {
    const generate = (body: Record<string, unknown>) =>
      content.asEditor.post('/_/routes/generate', body)

    test('is the slug of the title below the path of the parent', async () => {
      const child = await content.makePage()
      await content.asEditor.patch(child.page, {
        title: ' Crème brûlée & Über-Straße! ',
        parentPage: page.page,
      })
      const { status, headers, body } = await generate({ page: child.page })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        '@id': route('/old/creme-brulee-uber-strasse'),
        path: '/old/creme-brulee-uber-strasse',
        name: 'creme-brulee-uber-strasse',
        page: child.page,
      })
      expect(headers.get('location')).toBe(`/_api${body['@id']}`)
    })

    test('is numbered if its path or name is taken, and never reserved', async () => {
      const data = () =>
        content.create('/page_data/nested_page_datas', { page: page.page, title: 'Twice' })
      const paths = []
      for (let at = 0; at < 2; at += 1) {
        const { body } = await generate({ pageData: (await data())['@id'] })
        paths.push([body['path'], body['name']])
      }
      await content.create('/_/routes', { path: '/x', name: 'twice-2', redirect: page.route })
      paths.push([(await generate({ pageData: (await data())['@id'] })).body['path'], 'last'])
      expect(paths).toEqual([
        ['/twice', 'twice'],
        ['/twice-1', 'twice-1'],
        ['/twice-3', 'last'],
      ])
      const child = await content.create('/page_data/nested_page_datas', {
        page: page.page,
        title: 'Children',
        parentPage: page.page,
      })
      expect((await generate({ pageData: child['@id'] })).body['path']).toBe('/old/children-1')
    })

    test('becomes the target of the former route', async () => {
      await content.asEditor.patch(page.page, { title: 'Brand new' })
      await generate({ page: page.page })
      expect(await read('/old')).toMatchObject({ redirectPath: '/brand-new', page: page.page })
      expect((await content.asEditor.get(page.page)).body['route']).toBe(route('/brand-new'))
    })

    test('requires a page or page data, and an editor', async () => {
      expect(violations((await generate({})).body)).toEqual([''])
      const data = await content.create('/page_data/nested_page_datas', { page: page.page })
      const both = await generate({ page: page.page, pageData: data['@id'] })
      expect(violations(both.body)).toEqual([''])
      expect((await generate({ page: '/_/pages/nothing' })).status).toBe(400)
      const body = { page: page.page }
      expect((await content.asVisitor.post('/_/routes/generate', body)).status).toBe(401)
      expect((await content.asUser.post('/_/routes/generate', body)).status).toBe(403)
    })
  })

  test('the redirects to a route are returned as a tree', async () => {
    const old = await content.makePage('/b')
    await content.asEditor.patch(old.route!, { redirect: page.route })
    await made('/c', { redirect: route('/b') })
    await made('/user-area/d', { redirect: page.route })
    const { status, body } = await content.asVisitor.get(`${page.route}/redirects`)
    expect(status).toBe(200)
    const c = { '@id': route('/c'), '@type': 'Route', path: '/c', name: '/c', redirectedFrom: [] }
    const b = { '@id': route('/b'), '@type': 'Route', path: '/b', name: '/b', page: old.page }
    expect(body).toMatchObject({ '@id': page.route, page: page.page })
    expect(body['redirectedFrom']).toEqual([{ ...b, redirectedFrom: [c] }])
    const all = (await content.asUser.get(`${page.route}/redirects`)).body['redirectedFrom']
    expect(all).toHaveLength(2)
    expect((await content.asVisitor.get(route('/nowhere/redirects'))).status).toBe(404)
    await content.makePage('/')
    expect((await content.asVisitor.get(route('//redirects'))).body['path']).toBe('/')
  })

  test('child routes are returned to editors', async () => {
    const child = await content.makePage('/old/child')
    const grandchild = await content.makePage('/far')
    const unrouted = await content.makePage()
    for (const [below, above] of [
      [child, page],
      [unrouted, page],
      [grandchild, child],
    ] as const) {
      await content.asEditor.patch(below.page, { parentPage: above.page })
    }
    const path = `${page.route}/children`
    expect((await content.asEditor.get(path)).body).toEqual({
      children: [
        {
          route: child.route,
          path: '/old/child',
          children: [{ route: grandchild.route, path: '/far', children: [] }],
        },
      ],
    })
    expect((await content.asEditor.get(route('/nowhere/children'))).body).toEqual({ children: [] })
    expect((await content.asVisitor.get(path)).status).toBe(401)
    expect((await content.asUser.get(path)).status).toBe(403)
  })

  test('the target of a route is described to editors only', async () => {
    const data = await content.create('/page_data/article_datas', {
      page: page.page,
      title: 'Article',
    })
    await made('/article', { pageData: data['@id'] })
    const about = async (who: ContentApi['asVisitor'], path: string) =>
      (await who.get(route(path))).body['associatedResources']
    expect(await about(content.asEditor, '/article')).toEqual({
      pageData: 'Article',
      pageDataType: 'App\\Entity\\ArticleData',
    })
    expect(await about(content.asEditor, '/old')).toEqual({ page: 'page-1', pageTitle: 'Page 1' })
    expect(await about(content.asVisitor, '/old')).toBeUndefined()
  })

  test('are listed without paging on request, and searched by path', async () => {
    for (let at = 0; at < 31; at += 1) await made(`/r/${at}`, { redirect: page.route })
    const list = async (query: string) => (await content.asVisitor.get(`/_/routes?${query}`)).body
    expect((await list('')).member).toHaveLength(30)
    expect((await list('pagination=false')).member).toHaveLength(32)
    const found = await list('perPage=2&order[path]=asc&path=R/1')
    expect(found.member.map((one) => one['path'])).toEqual(['/r/1', '/r/10'])
    expect(found['totalItems']).toBe(11)
  })
})
