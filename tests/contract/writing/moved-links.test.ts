import { beforeEach, describe, expect, test } from 'vitest'
import { type ContentApi, createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const linkTo = (href: string, words = 'here') => `<p><a href="${href}">${words}</a></p>`

eachDatabase('the links to a page', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeEach(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/old')
  })

  const makeText = async (html: string) =>
    (await content.create('/component/html_contents', { html }))['@id']
  const htmlOf = async (iri: string) => (await content.asEditor.get(iri)).body['html']
  const move = async (path: string, body: Record<string, unknown> = {}) =>
    expect((await content.asEditor.patch(page.route!, { path, ...body })).status).toBe(200)

  describe('whose path changes', () => {
    test('follow it in texts, with their query and fragment', async () => {
      const hrefs = ['/old', '/old?a=1&amp;b=2#part', '/old#part', '/old/', '/%6Fld']
      const text = await makeText(hrefs.map((href) => linkTo(href)).join(''))
      await move('/new')
      const moved = ['/new', '/new?a=1&amp;b=2#part', '/new#part', '/new', '/new']
      expect(await htmlOf(text)).toBe(moved.map((href) => linkTo(href)).join(''))
    })

    test('follow it to and from paths that addresses and HTML write in another way', async () => {
      const text = await makeText(linkTo('/old'))
      await move('/caf\u00e9&co')
      expect(await htmlOf(text)).toBe(linkTo('/caf\u00e9&amp;co'))
      const encoded = await makeText(linkTo('/caf%C3%A9&amp;co'))
      page = { ...page, route: '/_/routes//caf\u00e9&co' }
      await move('/plain')
      for (const iri of [text, encoded]) expect(await htmlOf(iri)).toBe(linkTo('/plain'))
    })

    test('leave alone what only resembles them', async () => {
      const html = [
        linkTo('/older'),
        linkTo('/old/child'),
        linkTo('https://example.com/old'),
        linkTo('/there', '/old'),
        '<p>&lt;a href="/old"&gt;</p>',
      ].join('')
      const text = await makeText(html)
      const before = await content.asEditor.get(text)
      await move('/new')
      const after = await content.asEditor.get(text)
      expect(after.body).toEqual(before.body)
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    })

    test('follow it in the live version and in its draft, and are announced', async () => {
      const live = await makeText(linkTo('/old', 'live'))
      await content.asEditor.patch(live, { publishedAt: new Date(0).toISOString() })
      const draft = await content.asEditor.patch(live, { html: linkTo('/old', 'draft') })
      expect(draft.body['@id']).not.toBe(live)
      const events = await content.eventsDuring(() => move('/new'))
      expect(events.map(({ topic }) => topic)).toEqual(
        expect.arrayContaining([live, `${draft.body['@id']}?draft=1`]),
      )
      expect(await htmlOf(draft.body['@id'])).toBe(linkTo('/new', 'draft'))
      const { body } = await content.asEditor.get(`${live}?published=true`)
      expect(body['html']).toBe(linkTo('/new', 'live'))
    })

    test('follow it in addresses', async () => {
      const link = await content.create('/component/navigation_links', {
        label: 'Old',
        rawPath: '/old#part',
      })
      await move('/new')
      expect((await content.asEditor.get(link['@id'])).body).toMatchObject({
        rawPath: '/new#part',
        url: '/new#part',
      })
    })

    test('follow the pages below it only when these move, too', async () => {
      const child = await content.makePage('/old/child')
      await content.asEditor.patch(child.page, { parentPage: page.page })
      const text = await makeText(linkTo('/old') + linkTo('/old/child'))
      await move('/new')
      expect(await htmlOf(text)).toBe(linkTo('/new') + linkTo('/old/child'))
      page = { ...page, route: '/_/routes//new' }
      await move('/old')
      page = { ...page, route: '/_/routes//old' }
      await move('/newest', { cascadeChildPaths: true })
      expect(await htmlOf(text)).toBe(linkTo('/newest') + linkTo('/newest/child'))
    })

    test('follow it back', async () => {
      const text = await makeText(linkTo('/old'))
      await move('/new')
      page = { ...page, route: '/_/routes//new' }
      await move('/old')
      expect(await htmlOf(text)).toBe(linkTo('/old'))
    })

    test('follow the home page', async () => {
      page = await content.makePage('/')
      const text = await makeText(linkTo('/') + linkTo('/#part') + linkTo('/old'))
      await move('/start')
      expect(await htmlOf(text)).toBe(linkTo('/start') + linkTo('/start#part') + linkTo('/old'))
    })

    test('stay as they are when the path is refused', async () => {
      await content.makePage('/taken')
      const text = await makeText(linkTo('/old'))
      expect((await content.asEditor.patch(page.route!, { path: '/taken' })).status).toBe(422)
      expect(await htmlOf(text)).toBe(linkTo('/old'))
    })
  })

  test('follow it to a route of another path, which is assigned or generated', async () => {
    const text = await makeText(linkTo('/old'))
    const link = await content.create('/component/navigation_links', {
      label: 'Old',
      route: page.route,
    })
    const target = await content.makePage('/target')
    const assigned = await content.create('/_/routes', {
      path: '/assigned',
      name: 'assigned',
      redirect: target.route,
    })
    await content.asEditor.patch(page.page, { route: assigned['@id'] })
    const urls = async () => [
      await htmlOf(text),
      (await content.asEditor.get(link['@id'])).body['url'],
    ]
    expect(await urls()).toEqual([linkTo('/assigned'), '/assigned'])
    await content.asEditor.patch(page.page, { title: 'A new title' })
    const generated = await content.create('/_/routes/generate', { page: page.page })
    expect(generated['path']).toBe('/a-new-title')
    expect(await urls()).toEqual([linkTo('/a-new-title'), '/a-new-title'])
  })
})
