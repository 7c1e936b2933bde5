import { expect, test } from 'vitest'
import { seedDemo, seedWhenEmpty } from '#server/seed/seed-demo.ts'
import { form as example } from '#site/forms/example.ts'
import { createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('the demo site', (open) => {
  test('seeds an empty site once, and every page of it can be visited', async () => {
    const content = createContentApi(await open())
    expect(await seedWhenEmpty(content.store)).toBe(true)
    expect(await seedWhenEmpty(content.store)).toBe(false)
    for (const path of ['/', '/about']) {
      const { status, entries, page } = await content.payload(path, content.visitor)
      expect(status).toBe(200)
      expect(page?.layout).toBeDefined()
      const types = entries.map(({ resource }) => resource['@type'])
      expect(types).toEqual(expect.arrayContaining(['Title', 'HtmlContent', 'NavigationLink']))
      const components = entries.filter(({ resource }) => resource['@id'].startsWith('/component/'))
      for (const { resource } of components) {
        expect(resource._metadata.publishable).toMatchObject({ published: true, locationCount: 1 })
      }
    }
  })

  test('has a blog, a topic with chapters and a form', async () => {
    const { store, payload, visitor, asVisitor, db } = createContentApi(await open())
    await seedDemo(store)
    const shown = async (path: string) => {
      const answer = await payload(path, visitor)
      expect([path, answer.status]).toEqual([path, 200])
      return answer.entries.map(({ resource }) => resource)
    }
    const of = (resources: Awaited<ReturnType<typeof shown>>, type: string) =>
      resources.filter((resource) => resource['@type'] === type)

    const [collection] = of(await shown('/blog-articles'), 'Collection')
    expect(collection!['collection']).toMatchObject({
      totalItems: 3,
      member: [3, 2, 1].map((at) => ({
        title: `Blog Article ${at}`,
        routePath: `/blog-articles/blog-article-${at}`,
      })),
    })
    for (const at of [1, 2, 3]) {
      const article = await shown(`/blog-articles/blog-article-${at}`)
      expect(of(article, 'HtmlContent')).toHaveLength(1)
      expect(of(article, 'BlogArticleData')).toMatchObject([{ title: `Blog Article ${at}` }])
    }

    expect(await payload('/topic-1', visitor)).toMatchObject({
      status: 308,
      redirect: '/topic-1/chapter-one',
    })
    const topic = await asVisitor.get('/_/resource_manifest//topic-1/chapter-two')
    expect(topic.body['resource_iris']).toMatchObject([
      { iri: expect.stringMatching(/^\/page_data\/nested_page_datas\//) },
      { iri: '/_/routes//topic-1/chapter-two' },
    ])
    const below = await asVisitor.get('/_/routes//topic-1/redirects')
    expect(below.status).toBe(200)
    const chapter = await shown('/topic-1/chapter-one')
    expect(of(chapter, 'Page')[0]).toMatchObject({
      title: 'Chapter One',
      uiComponent: 'NestedSubPageTemplate',
    })
    expect(of(chapter, 'NestedPageData')).toMatchObject([{ title: 'Topic 1' }])
    expect(of(chapter, 'HtmlContent')).toHaveLength(2)
    expect(of(await shown('/form'), 'Form')).toMatchObject([
      { formType: 'example', uiComponent: 'ExampleForm' },
    ])
    expect(Object.keys(example.fields)).toEqual([
      ...['text', 'plainPassword', 'subject', 'email', 'message', 'developer', 'randomCheckbox'],
      ...['interests', 'other_interests', 'children', 'text_children', 'submit'],
    ])

    const { body } = await asVisitor.get('/component/navigation_links?order[createdAt]=asc')
    expect(body.member.map((link) => [link['label'], link['url']])).toEqual([
      ['Home', '/'],
      ['About', '/about'],
      ['Blog', '/blog-articles'],
      ['Topics', '/topic-1'],
      ['Chapter One', '/topic-1/chapter-one'],
      ['Chapter Two', '/topic-1/chapter-two'],
      ['Form Demo', '/form'],
    ])
    const chapters = of(await shown('/topic-1/chapter-two'), 'NavigationLink')
    expect(chapters.map((link) => link['url'])).toEqual(
      expect.arrayContaining(['/topic-1/chapter-one', '/topic-1/chapter-two']),
    )
    const drafts = await db
      .selectFrom('resource')
      .select('type')
      .where('iri', 'like', '/component/%')
      .where('type', 'not in', ['Collection', 'Form'])
      .where('published_at', 'is', null)
      .execute()
    expect(drafts).toEqual([{ type: 'Image' }])
  })

  test('is not added to a site with content', async () => {
    const content = createContentApi(await open())
    await content.makePage('/')
    expect(await seedWhenEmpty(content.store)).toBe(false)
  })
})
