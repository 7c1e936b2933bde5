import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, type Json, createContentApi, past } from '../support/content-api.ts'

const blogArticle = 'App\\Entity\\BlogArticleData'
const articles = '/page_data/blog_article_datas'
const topics = '/page_data/nested_page_datas'

eachDatabase('page data', (open) => {
  let content: ContentApi
  let template: Awaited<ReturnType<ContentApi['makePage']>>
  let position: Json
  let fallback: Json
  beforeEach(async () => {
    content = createContentApi(await open())
    template = await content.makePage()
    await content.asEditor.patch(template.page, { isTemplate: true })
    fallback = await makeText('Fallback')
    position = await content.create('/_/component_positions', {
      componentGroup: template.group,
      component: fallback['@id'],
      pageDataProperty: 'htmlContent',
      pageDataClass: blogArticle,
    })
  })

  const makeText = (html: string, publishedAt: string | null = past) =>
    content.create('/component/html_contents', { html: `<p>${html}</p>`, publishedAt })

  const makeArticle = async (title: string, path: string | null, html = title) => {
    const text = await makeText(html)
    const article = await content.create(articles, {
      title,
      page: template.page,
      htmlContent: text['@id'],
    })
    const route = path
      ? await content.create('/_/routes', { path, name: path, pageData: article['@id'] })
      : null
    return { iri: article['@id'], text: text['@id'], route: route?.['@id'] }
  }
  const violations = (body: Json) => body.violations.map(({ propertyPath }) => propertyPath)

  test('returns its title, page, components and route, and the properties of its type', async () => {
    const { iri, text, route } = await makeArticle('One', '/blog/one')
    const { body } = await content.asVisitor.get(iri)
    expect(body).toMatchObject({
      '@id': iri,
      '@type': 'BlogArticleData',
      title: 'One',
      page: template.page,
      htmlContent: text,
      route,
      routePath: '/blog/one',
      _metadata: {
        pageDataMetadata: {
          '@id': '/_/page_data_metadatas/App%5CEntity%5CBlogArticleData',
          '@type': 'PageDataMetadata',
          resourceClass: blogArticle,
          properties: [
            { property: 'htmlContent', componentShortName: 'HtmlContent' },
            { property: 'image', componentShortName: 'Image' },
          ],
        },
      },
    })
    const unnamed = await content.create(articles, { page: template.page })
    expect(unnamed['title']).toBe('Unnamed Page')
    expect(unnamed).not.toHaveProperty('routePath')
  })

  test('accepts only components of the property’s type', async () => {
    const title = await content.makeTitle(null, 'Not a text')
    const { status } = await content.asEditor.post(articles, {
      page: template.page,
      htmlContent: title['@id'],
    })
    expect(status).toBe(400)
  })

  test('is readable like its routes, and its template like any of its page data', async () => {
    const hidden = await makeArticle('Hidden', null)
    const statusOf = async (iri: string) => (await content.asVisitor.get(iri)).status
    expect(await statusOf(hidden.iri)).toBe(401)
    expect(await statusOf(hidden.text)).toBe(401)
    expect(await statusOf(template.page)).toBe(401)
    const members = await makeArticle('Members', '/user-area/article')
    expect(await statusOf(members.iri)).toBe(401)
    expect((await content.asUser.get(members.iri)).status).toBe(200)
    expect((await content.asUser.get(template.page)).status).toBe(200)
    const shown = await makeArticle('Shown', '/blog/shown')
    expect(await statusOf(shown.iri)).toBe(200)
    expect(await statusOf(shown.text)).toBe(200)
    expect(await statusOf(template.page)).toBe(200)
    expect((await content.asVisitor.get(articles)).body.member.map((one) => one['@id'])).toEqual([
      shown.iri,
    ])
  })

  describe('at its path', () => {
    test('is shown through its template, in the payload as in single requests', async () => {
      const { iri, text, route } = await makeArticle('One', '/blog/one')
      for (const path of ['/blog/one', '/blog/one.html', iri]) {
        const answer = await content.payload(path, content.visitor)
        expect(answer.page).toMatchObject({ pageData: iri, page: template.page })
        const shown = answer.entries.find(({ resource }) => resource['@id'] === position['@id'])
        expect(shown!.resource['component']).toBe(text)
      }
      const { body } = await content.asVisitor.get('/_/resource_manifest//blog/one')
      expect(body['resource_iris']).toMatchObject([
        {
          iri: route,
          children: [
            {
              iri,
              children: [
                {
                  iri: template.page,
                  children: [
                    { iri: template.layout },
                    {
                      iri: template.group,
                      children: [{ iri: position['@id'], children: [{ iri: text }] }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ])
      const read = await content.asVisitor.get(position['@id'], { path: '/blog/one' })
      expect(read.body['component']).toBe(text)
    })

    test('shows the fallback if it has no component that visitors may see', async () => {
      const empty = await content.create(articles, { page: template.page })
      await content.create('/_/routes', { path: '/empty', name: 'empty', pageData: empty['@id'] })
      const componentAt = async (path: string, who = content.asVisitor) =>
        (await who.get(position['@id'], { path })).body['component']
      expect(await componentAt('/empty')).toBe(fallback['@id'])
      const draft = await makeText('Draft', null)
      await content.asEditor.patch(empty['@id'], { htmlContent: draft['@id'] })
      expect(await componentAt('/empty')).toBe(fallback['@id'])
      expect(await componentAt('/empty', content.asEditor)).toBe(draft['@id'])
    })

    test.each([
      { bound: 'to its class', pageDataClass: blogArticle, endpoint: articles, isShown: true },
      {
        bound: 'to another class',
        pageDataClass: blogArticle,
        endpoint: '/page_data/article_datas',
        isShown: false,
      },
      { bound: 'to no class', pageDataClass: null, endpoint: articles, isShown: true },
      {
        bound: 'to no class, any',
        pageDataClass: null,
        endpoint: '/page_data/article_datas',
        isShown: true,
      },
    ])(
      'a position bound $bound behaves alike in reads, manifests and events: shown is $isShown',
      async ({ pageDataClass, endpoint, isShown }) => {
        await content.asEditor.patch(position['@id'], { pageDataClass })
        const text = await makeText('Own')
        const data = await content.create(endpoint, {
          page: template.page,
          htmlContent: text['@id'],
        })
        await content.create('/_/routes', { path: '/one', name: 'one', pageData: data['@id'] })
        const expected = isShown ? text['@id'] : fallback['@id']

        const read = await content.asVisitor.get(position['@id'], { path: '/one' })
        expect(read.body['component']).toBe(expected)
        const { entries } = await content.payload('/one', content.visitor)
        const entry = entries.find(({ resource }) => resource['@id'] === position['@id'])
        expect(entry!.resource['component']).toBe(expected)
        const manifest = await content.asVisitor.get('/_/resource_manifest//one')
        expect(JSON.stringify(manifest.body)).toContain(
          JSON.stringify({ iri: position['@id'], children: [{ iri: expected, children: [] }] }),
        )
        const other = await makeText('Other')
        const events = await content.eventsDuring(() =>
          content.asEditor.patch(data['@id'], { htmlContent: other['@id'] }),
        )
        expect(events.some(({ topic }) => topic === position['@id'])).toBe(isShown)
      },
    )

    test('is not shown through a route that redirects', async () => {
      const { route } = await makeArticle('One', '/blog/one')
      await content.create('/_/routes', { path: '/first', name: 'first', redirect: route })
      const { body } = await content.asVisitor.get(position['@id'], { path: '/first' })
      expect(body['component']).toBe(fallback['@id'])
    })
  })

  describe('below other pages', () => {
    test('a manifest begins with the parent pages, each a tree of its own', async () => {
      const intro = await makeText('Intro')
      const topic = await content.create(topics, {
        title: 'Topic',
        page: template.page,
        introContent: intro['@id'],
      })
      const chapter = await content.makePage('/topic/chapter')
      await content.asEditor.patch(chapter.page, { parentPageData: topic['@id'] })
      const topicRoute = await content.create('/_/routes', {
        path: '/topic',
        name: 'topic',
        pageData: topic['@id'],
        redirect: chapter.route,
      })
      const section = await content.create(articles, {
        title: 'Section',
        page: template.page,
        parentPage: chapter.page,
      })
      await content.create('/_/routes', {
        path: '/topic/chapter/section',
        name: 'section',
        pageData: section['@id'],
      })
      const { body } = await content.asVisitor.get('/_/resource_manifest//topic/chapter/section')
      const depths = body['resource_iris'] as { iri: string; children: { iri: string }[] }[]
      expect(depths.map(({ iri }) => iri)).toEqual([
        topic['@id'],
        chapter.page,
        '/_/routes//topic/chapter/section',
      ])
      expect(depths[0]!.children.map(({ iri }) => iri)).toEqual([topicRoute['@id'], template.page])
      expect(depths[1]!.children[0]!.iri).toBe(chapter.route)

      const redirected = await content.asVisitor.get('/_/routes//topic')
      expect(redirected.body).toMatchObject({
        redirectPath: '/topic/chapter',
        pageData: topic['@id'],
        page: chapter.page,
      })
      expect(await content.payload('/topic', content.visitor)).toMatchObject({
        status: 308,
        redirect: '/topic/chapter',
      })
    })

    test('an editor gets the draft of a component that a page shows from its parent, and a visitor does not', async () => {
      const intro = await makeText('Intro')
      const introContent = intro['@id']
      const topic = await content.create(topics, { page: template.page, introContent })
      const chapter = await content.makePage('/drafted/chapter')
      await content.asEditor.patch(chapter.page, { parentPageData: topic['@id'] })
      const route = { path: '/drafted', name: 'drafted', redirect: chapter.route }
      await content.create('/_/routes', { ...route, pageData: topic['@id'] })
      const { body: draft } = await content.asEditor.patch(introContent, { html: '<p>Later</p>' })
      const textsOf = async (viewer: typeof content.editor) => {
        const { entries } = await content.payload('/drafted/chapter', viewer)
        const iris = entries.map(({ resource }) => resource['@id'])
        return [introContent, draft['@id']].filter((iri) => iris.includes(iri))
      }
      expect(await textsOf(content.editor)).toEqual([introContent, draft['@id']])
      expect(await textsOf(content.visitor)).toEqual([introContent])
    })

    test('no page is its own ancestor, through pages or page data, and none has two parents', async () => {
      const page = await content.makePage()
      const top = await content.create(topics, { page: template.page })
      const middle = await content.create(articles, {
        page: template.page,
        parentPageData: top['@id'],
      })
      await content.asEditor.patch(page.page, { parentPageData: middle['@id'] })
      const cycle = await content.asEditor.patch(top['@id'], { parentPage: page.page })
      expect([cycle.status, violations(cycle.body)]).toEqual([422, ['parentPage']])
      const self = await content.asEditor.patch(top['@id'], { parentPageData: top['@id'] })
      expect(violations(self.body)).toEqual(['parentPageData'])
      const both = await content.asEditor.patch(middle['@id'], { parentPage: template.page })
      expect(violations(both.body)).toEqual([''])
    })

    test('a child loses its parent when that is deleted', async () => {
      const child = await content.create(topics, {
        page: template.page,
        parentPageData: (await content.create(topics, { page: template.page }))['@id'],
      })
      await content.asEditor.remove(String(child['parentPageData']))
      expect((await content.asEditor.get(child['@id'])).body).not.toHaveProperty('parentPageData')
    })
  })

  describe('deleting', () => {
    test('deletes its route and the components that only it holds', async () => {
      const one = await makeArticle('One', '/one')
      const shared = await makeArticle('Two', '/two')
      const other = await content.create(articles, {
        page: template.page,
        htmlContent: shared.text,
      })
      const statusOf = async (iri: string) => (await content.asEditor.get(iri)).status
      await content.asEditor.remove(one.iri)
      await content.asEditor.remove(shared.iri)
      expect(await statusOf(one.text)).toBe(404)
      expect(await statusOf(one.route!)).toBe(404)
      expect(await statusOf(shared.text)).toBe(200)
      expect(await statusOf(other['@id'])).toBe(200)
      expect(await statusOf(template.page)).toBe(200)
    })

    test('the template deletes the page data with its route and components', async () => {
      const { iri, text, route } = await makeArticle('One', '/one')
      await content.asEditor.remove(template.page)
      for (const gone of [iri, text, route!, position['@id'], template.group]) {
        expect((await content.asEditor.get(gone)).status).toBe(404)
      }
    })
  })
})
