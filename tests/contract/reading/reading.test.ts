import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type ContentApi, createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('reading', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeEach(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/about')
  })

  const statusFor = async (iri: string) => ({
    visitor: (await content.asVisitor.get(iri)).status,
    user: (await content.asUser.get(iri)).status,
    editor: (await content.asEditor.get(iri)).status,
  })
  const open_ = { visitor: 200, user: 200, editor: 200 }
  const closed = { visitor: 401, user: 403, editor: 200 }

  describe('components', () => {
    test('are readable by those who may read a page that shows them', async () => {
      const hidden = await content.makePage()
      const shown = await content.makeTitle(page.group, 'Shown')
      const secret = await content.makeTitle(hidden.group, 'Secret')
      const loose = await content.makeTitle(null, 'Nowhere')
      expect(await statusFor(shown['@id'])).toEqual(open_)
      expect(await statusFor(secret['@id'])).toEqual(closed)
      expect(await statusFor(loose['@id'])).toEqual(open_)
      const both = { componentGroup: page.group, component: secret['@id'] }
      await content.create('/_/component_positions', both)
      expect(await statusFor(secret['@id'])).toEqual(open_)
    })

    test('get their access from layouts and outer components too', async () => {
      const group = await content.create('/_/component_groups', {
        reference: `top_${page.layout}`,
        location: page.layout,
        layouts: [page.layout],
      })
      const inLayout = await content.makeTitle(group['@id'], 'Menu')
      expect(await statusFor(inLayout['@id'])).toEqual(open_)
      const hidden = await content.makePage()
      const outer = await content.makeTitle(hidden.group, 'Outer')
      const nested = await content.create('/_/component_groups', {
        reference: `inner_${outer['@id']}`,
        location: outer['@id'],
        components: [outer['@id']],
      })
      const inner = await content.makeTitle(nested['@id'], 'Inner')
      expect(await statusFor(inner['@id'])).toEqual(closed)
    })

    test('need the role of a rule for their path', async () => {
      const area = await content.makePage('/user-area/one')
      const title = await content.makeTitle(area.group, 'Members')
      const members = { visitor: 401, user: 200, editor: 200 }
      expect(await statusFor(title['@id'])).toEqual(members)
      expect(await statusFor(area.page)).toEqual(members)
      expect(await statusFor(area.route!)).toEqual(members)
      expect((await content.payload('/user-area/one', content.visitor)).status).toBe(401)
      const routes = (await content.asVisitor.get('/_/routes')).body.member
      expect(routes.map((route) => route['@id'])).toEqual(['/_/routes//about'])
    })

    test('report how often they are used, a draft like its live row', async () => {
      const title = await content.makeTitle(page.group, 'Counted')
      await content.create('/page_data/article_datas', { page: page.page, heading: title['@id'] })
      const draft = (await content.asEditor.patch(title['@id'], { title: 'Draft' })).body
      const usage = { positionCount: 1, pageDataCount: 1, total: 2 }
      for (const iri of [title['@id'], draft['@id']]) {
        expect((await content.asEditor.get(`${iri}/usage`)).body).toEqual(usage)
      }
    })
  })

  describe('the number of pages that show something', () => {
    const countOf = async (iri: string) =>
      (await content.asEditor.get(`${iri}/page_count`)).body['pageCount']

    test('is that of static pages, and of templates the page data that use them', async () => {
      const layout = (await content.asEditor.get(page.page)).body['layout'] as string
      const others = (await countOf(layout)) as number
      const template = await content.create('/_/pages', {
        reference: 'shared-template',
        isTemplate: true,
        uiComponent: 'PrimaryPage',
        layout,
      })
      const group = await content.create('/_/component_groups', {
        reference: `primary_${template['@id']}`,
        location: template['@id'],
        pages: [template['@id']],
      })
      const title = await content.makeTitle(group['@id'], 'On each article')
      const draft = (await content.asEditor.patch(title['@id'], { title: 'Changed' })).body
      expect(await countOf(template['@id'])).toBe(0)
      for (const name of ['One', 'Two', 'Three'])
        await content.create('/page_data/article_datas', { page: template['@id'], title: name })
      for (const iri of [template['@id'], group['@id'], title['@id'], draft['@id']])
        expect(await countOf(iri)).toBe(3)
      expect(await countOf(layout)).toBe(others + 3)
      const own = await content.makeTitle(null, 'Of one article')
      await content.create('/page_data/article_datas', {
        page: template['@id'],
        heading: own['@id'],
      })
      expect(await countOf(own['@id'])).toBe(1)
      expect(await countOf(page.group)).toBe(1)
    })

    test('is, of what belongs to page data, that of the pages below it, which show it, too', async () => {
      const intro = await content.makeTitle(null, 'Of all chapters')
      const topic = await content.create('/page_data/article_datas', {
        page: page.page,
        heading: intro['@id'],
      })
      const draft = (await content.asEditor.patch(intro['@id'], { title: 'Changed' })).body
      const chapters = []
      for (const path of ['/topic/one', '/topic/two', '/topic/three']) {
        const chapter = await content.makePage(path)
        await content.asEditor.patch(chapter.page, { parentPageData: topic['@id'] })
        chapters.push(chapter)
      }
      const route = { path: '/topic', name: 'topic', pageData: topic['@id'] }
      const { '@id': address } = await content.create('/_/routes', route)
      for (const iri of [intro['@id'], draft['@id']]) expect(await countOf(iri)).toBe(4)
      const own = await content.makeTitle(chapters[0]!.group, 'Of one chapter')
      expect(await countOf(own['@id'])).toBe(1)
      // It is not shown itself any more.
      await content.asEditor.patch(address, { redirect: chapters[0]!.route })
      expect(await countOf(intro['@id'])).toBe(3)
    })

    test('is for editors only', async () => {
      const path = `${page.page}/page_count`
      expect((await content.asVisitor.get(path)).status).toBe(401)
      expect((await content.asUser.get(path)).status).toBe(403)
      expect((await content.asEditor.get('/_/pages/none/page_count')).status).toBe(404)
    })
  })

  describe('a dynamic position', () => {
    const setUp = async () => {
      const pageDataClass = 'App\\Entity\\ArticleData'
      const fallback = await content.makeTitle(null, 'Fallback')
      const position = await content.create('/_/component_positions', {
        componentGroup: page.group,
        component: fallback['@id'],
        pageDataProperty: 'heading',
        pageDataClass,
      })
      const heading = await content.makeTitle(null, 'Heading')
      const data = await content.create('/page_data/article_datas', {
        page: page.page,
        heading: heading['@id'],
      })
      await content.create('/_/routes', {
        path: '/article',
        name: 'article',
        pageData: data['@id'],
      })
      const shownAt = async (path: string | null, who = content.asVisitor) =>
        (await who.get(position['@id'], path === null ? {} : { path })).body['component']
      return {
        fallback: fallback['@id'],
        heading: heading['@id'],
        data: data['@id'],
        position: position['@id'],
        shownAt,
      }
    }

    test('shows the component of the page data at the path, or its own', async () => {
      const { fallback, heading, data, position, shownAt } = await setUp()
      for (const path of [
        '/article',
        'https://site.test/article?page=2',
        data,
        '/_/routes//article',
      ]) {
        expect(await shownAt(path)).toBe(heading)
      }
      for (const path of [null, '/about', '/nowhere']) expect(await shownAt(path)).toBe(fallback)
      const { headers, body } = await content.asVisitor.get(position, { path: '/article' })
      expect(headers.get('vary')).toContain('path')
      expect(body._metadata).toMatchObject({
        isDynamicPosition: true,
        staticComponent: fallback,
        pageDataPath: '/article',
      })
    })

    test('shows a draft of the page data only to editors', async () => {
      const { fallback, data, shownAt } = await setUp()
      const draft = await content.makeTitle(null, 'Unpublished', null)
      await content.asEditor.patch(data, { heading: draft['@id'] })
      expect(await shownAt('/article')).toBe(fallback)
      expect(await shownAt('/article', content.asEditor)).toBe(draft['@id'])
    })

    test('shows only components its group allows', async () => {
      const { fallback, shownAt } = await setUp()
      await content.asEditor.patch(page.group, { allowedComponents: ['/component/html_contents'] })
      expect(await shownAt('/article')).toBe(fallback)
    })
  })

  describe('manifests', () => {
    test('list all resources of a page, as a tree and as a flat list', async () => {
      const title = await content.makeTitle(page.group, 'Title')
      const hidden = await content.makeTitle(page.group, 'Hidden', null)
      const position = title.componentPositions[0]
      const tree = (await content.asVisitor.get('/_/resource_manifest//about')).body[
        'resource_iris'
      ]
      const leaf = (iri: string) => ({ iri, children: [] })
      expect(tree).toEqual([
        {
          iri: page.route,
          children: [
            {
              iri: page.page,
              children: [
                leaf(page.layout),
                {
                  iri: page.group,
                  children: [
                    { iri: position, children: [leaf(title['@id'])] },
                    leaf(hidden.componentPositions[0]!),
                  ],
                },
              ],
            },
          ],
        },
      ])
      const flat = (await content.asVisitor.get('/_/routes_manifest//about')).body['resource_iris']
      expect(flat).toEqual([
        page.route,
        page.page,
        page.layout,
        page.group,
        position,
        title['@id'],
        hidden.componentPositions[0],
      ])
    })

    test('begin with the parent pages, and can be requested by a page’s id', async () => {
      const child = await content.makePage('/about/us')
      await content.asEditor.patch(child.page, { parentPage: page.page })
      const above = {
        iri: page.page,
        children: [{ iri: page.route, children: [] }, { iri: page.layout }, { iri: page.group }],
      }
      const byPath = await content.asVisitor.get('/_/resource_manifest//about/us')
      expect(byPath.body['resource_iris']).toMatchObject([
        above,
        { iri: child.route, children: [{ iri: child.page }] },
      ])
      const byId = await content.asVisitor.get(
        `/_/resource_manifest/${child.page.split('/').pop()}`,
      )
      expect(byId.body['resource_iris']).toMatchObject([
        above,
        {
          iri: child.page,
          children: [{ iri: child.route, children: [] }, { iri: child.layout }, {}],
        },
      ])
      expect((await content.asVisitor.get('/_/resource_manifest//nowhere')).status).toBe(404)
      expect((await content.asVisitor.get('/_/resource_manifest/nothing')).status).toBe(404)
      const hidden = await content.makePage()
      expect(
        (await content.asVisitor.get(`/_/resource_manifest/${hidden.page.split('/').pop()}`))
          .status,
      ).toBe(401)
    })
  })

  describe('a cached response for visitors', () => {
    const titleSeen = async (iri: string) => (await content.asVisitor.get(iri)).body['title']

    test('is used until something changes', async () => {
      const title = await content.makeTitle(page.group, 'One')
      const iri = title['@id']
      expect(await titleSeen(iri)).toBe('One')
      const queries = vi.spyOn(content.db, 'executeQuery')
      expect(await titleSeen(iri)).toBe('One')
      expect(queries).not.toHaveBeenCalled()
      queries.mockRestore()

      await content.asEditor.patch(`${iri}?published=true`, { title: 'Two' })
      expect(await titleSeen(iri)).toBe('Two')
    })

    test('is loaded once for concurrent requests', async () => {
      const title = await content.makeTitle(page.group, 'Wanted')
      const queries = vi.spyOn(content.db, 'executeQuery')
      expect(await titleSeen(title['@id'])).toBe('Wanted')
      const once = queries.mock.calls.length
      content.store.responseCache.clear()
      queries.mockClear()
      const seen = await Promise.all(Array.from({ length: 20 }, () => titleSeen(title['@id'])))
      expect(new Set(seen)).toEqual(new Set(['Wanted']))
      expect(queries.mock.calls.length).toBe(once)
      queries.mockRestore()
    })

    test('is not sent to editors', async () => {
      const title = await content.makeTitle(page.group, 'Live')
      const position = title.componentPositions[0]!
      await content.asEditor.patch(title['@id'], { title: 'Draft' })
      expect((await content.asVisitor.get(position)).body['component']).toBe(title['@id'])
      expect((await content.asEditor.get(position)).body['component']).not.toBe(title['@id'])
      expect((await content.asVisitor.get(position)).body['component']).toBe(title['@id'])
    })
  })

  describe('a page payload', () => {
    test('contains the resources of the manifest, each as the API returns it', async () => {
      await content.makeTitle(page.group, 'Title')
      const answer = await content.payload('/about', content.visitor)
      const { body } = await content.asVisitor.get('/_/routes_manifest//about')
      expect(answer.status).toBe(200)
      expect(answer.page).toEqual({
        path: '/about',
        root: page.route,
        page: page.page,
        layout: page.layout,
        resources: expect.arrayContaining(body['resource_iris'] as string[]),
      })
      for (const { resource, etag } of answer.entries) {
        const read = (await content.asVisitor.get(resource['@id'], { path: '/about' })).body
        // No page shows the other pages of its layout, of which a site has many.
        if (resource['@type'] === 'Layout') expect(resource).not.toHaveProperty('pages')
        const { pages, ...layout } = read
        const expected = resource['@type'] === 'Layout' ? layout : { ...layout, pages }
        expect({ '@context': `/contexts/${resource['@type']}`, ...resource }).toEqual(expected)
        expect(etag).toBeUndefined()
      }
    })

    test('contains ETags for editors', async () => {
      const answer = await content.payload('/about', content.editor)
      for (const { resource, etag } of answer.entries) {
        expect(etag).toBe((await content.asEditor.get(resource['@id'])).headers.get('etag'))
      }
    })

    test('reports redirects, unknown routes and missing access', async () => {
      await content.create('/_/routes', { path: '/old', name: 'old', redirect: page.route })
      expect(await content.payload('/old', content.visitor)).toMatchObject({
        status: 308,
        redirect: '/about',
      })
      expect(await content.payload('/nowhere', content.visitor)).toMatchObject({
        status: 404,
        page: null,
        failure: { status: 404, message: 'Page not found: /nowhere' },
      })
      const hidden = await content.makePage()
      expect((await content.payload(hidden.page, content.visitor)).status).toBe(401)
      expect((await content.payload(hidden.page, content.editor)).page?.page).toBe(hidden.page)
    })

    test('needs few database queries, however large the page is', async () => {
      for (let at = 0; at < 30; at += 1) await content.makeTitle(page.group, `Title ${at}`)
      const queries = vi.spyOn(content.db, 'executeQuery')
      await content.payload('/about', content.visitor)
      expect(queries.mock.calls.length).toBeLessThanOrEqual(7)
    })
  })
})
