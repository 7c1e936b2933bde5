/** Copies of page data and pages, which are undone like other changes of several resources. */
import { beforeEach, expect, test } from 'vitest'
import { maxBulkMembers } from '#content/admin/bulk-change.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'

const bulk = '/_/bulk_changes'
const articles = '/page_data/article_datas'

eachDatabase('duplicates', (open) => {
  let content: ContentApi
  beforeEach(async () => {
    content = createContentApi(await open())
  })
  const read = async (iri: string) => (await content.asEditor.get(iri)).body
  const rowsOf = async () => {
    const { body } = await content.asEditor.get(`${articles}?order[createdAt]=asc`)
    return body.member.map((member) => member['@id'])
  }
  const duplicate = async (...members: string[]) => {
    const reply = await content.asEditor.post(bulk, { action: 'duplicate', members })
    return { ...reply, copies: (reply.body['copies'] ?? []) as string[] }
  }
  const undo = ({ body }: { body: { '@id': string } }) =>
    content.asEditor.post(`${body['@id']}/undo`, {})

  /** Makes an article with a route, a live text with a draft, and a heading that is a draft alone. */
  const makeArticle = async () => {
    const { page } = await content.makePage()
    const { page: parentPage } = await content.makePage('/parent')
    const text = (
      await content.create('/component/html_contents', { html: '<p>Live</p>', publishedAt: past })
    )['@id']
    const heading = (await content.create('/component/titles', { title: 'Heading' }))['@id']
    const about = { title: 'One', metaDescription: 'About', summary: 'Short', page, parentPage }
    const made = await content.create(articles, { ...about, htmlContent: text, heading })
    const article = made['@id']
    await content.create('/_/routes', { path: '/one', name: 'one', pageData: article })
    await content.asEditor.patch(text, { html: '<p>Draft</p>' })
    return { article, text, heading, page, parentPage }
  }

  test('of page data have its values and content of their own, as drafts, and no route', async () => {
    const { article, text, heading, page, parentPage } = await makeArticle()
    const { status, body, copies } = await duplicate(article)
    expect([status, body]).toMatchObject([
      200,
      {
        action: 'duplicate',
        totalItems: 1,
        isUndoable: true,
        copies: [expect.stringMatching(articles)],
      },
    ])
    const copy = await read(copies[0]!)
    const about = { title: 'Copy of One', metaDescription: 'About', summary: 'Short' }
    expect(copy).toMatchObject({ ...about, page, parentPage })
    expect([copy['route'], copy['routePath']]).toEqual([undefined, undefined])
    const [html, title] = [String(copy['htmlContent']), String(copy['heading'])]
    expect([text, heading]).not.toContain(html)
    expect([text, heading]).not.toContain(title)
    expect(await read(html)).toMatchObject({
      html: '<p>Draft</p>',
      _metadata: { publishable: { published: false } },
    })
    expect((await read(html))['publishedAt']).toBeUndefined()
    expect((await read(title))['title']).toBe('Heading')
    for (const iri of [copies[0]!, html])
      expect((await content.asVisitor.get(iri)).status).not.toBe(200)

    await content.asEditor.patch(html, { html: '<p>Changed</p>' })
    expect((await read(text))['html']).toBe('<p>Draft</p>')
    expect((await content.asVisitor.get(text)).body['html']).toBe('<p>Live</p>')
    expect((await read(article))['route']).toBe('/_/routes//one')
  })

  test('of components have the groups and components within them', async () => {
    const { article, text } = await makeArticle()
    const group = (
      await content.create('/_/component_groups', {
        reference: `inner_${text}`,
        location: text,
        components: [text],
      })
    )['@id']
    const nested = await content.create('/component/titles', {
      title: 'Within',
      publishedAt: past,
      componentPositions: [{ componentGroup: group }],
    })
    const { copies } = await duplicate(article)
    const html = await read(String((await read(copies[0]!))['htmlContent']))
    const [copied, ...more] = html['componentGroups'] as string[]
    expect([copied === group, more]).toEqual([false, []])
    const { componentPositions, reference, location } = await read(copied!)
    expect([reference, location]).toEqual([`inner_${html['@id']}`, html['@id']])
    const position = await read((componentPositions as string[])[0]!)
    expect(position['component']).not.toBe(nested['@id'])
    expect(await read(String(position['component']))).toMatchObject({
      title: 'Within',
      _metadata: { publishable: { published: false } },
    })
  })

  test('of several are made together, or none is', async () => {
    const { article } = await makeArticle()
    const before = await rowsOf()
    const missing = await duplicate(article, `${articles}/00000000-0000-7000-8000-000000000000`)
    expect(missing.status).toBe(412)
    const layout = (
      await content.create('/_/layouts', { reference: 'other', uiComponent: 'Primary' })
    )['@id']
    expect((await duplicate(article, layout)).status).toBe(422)
    expect(await rowsOf()).toEqual(before)
    const { copies } = await duplicate(article)
    const { status, copies: both } = await duplicate(article, copies[0]!)
    expect([status, new Set(both).size]).toEqual([200, 2])
    expect((await read(both[1]!))['title']).toBe('Copy of Copy of One')
    const many = Array.from({ length: maxBulkMembers + 1 }, (_, at) => `${articles}/${at}`)
    expect((await duplicate(...many)).status).toBe(422)
  })

  test('of pages have a name of their own, and are undone as well', async () => {
    const { page, layout } = await content.makePage('/about')
    const { copies, ...reply } = await duplicate(page)
    const { reference } = await read(page)
    const copy = await read(copies[0]!)
    expect(copy).toMatchObject({ reference: `Copy of ${String(reference)}`, layout })
    expect(copy['route']).toBeUndefined()
    expect((await undo(reply)).status).toBe(204)
    expect((await content.asEditor.get(copies[0]!)).status).toBe(404)
    expect((await duplicate(page)).status).toBe(200)
  })

  test('are undone with everything in them, and once only', async () => {
    const { article, text } = await makeArticle()
    const before = await rowsOf()
    const { copies, ...reply } = await duplicate(article)
    const html = String((await read(copies[0]!))['htmlContent'])
    expect((await undo(reply)).status).toBe(204)
    for (const iri of [copies[0]!, html]) expect((await content.asEditor.get(iri)).status).toBe(404)
    expect(await rowsOf()).toEqual(before)
    expect((await read(text))['html']).toBe('<p>Draft</p>')
    expect((await undo(reply)).status).toBe(404)
  })

  test.each(['changed', 'content', 'route', 'deleted'])(
    'are not undone once one is in use: %s',
    async (what) => {
      const { article } = await makeArticle()
      const { copies, ...reply } = await duplicate(article)
      const copy = copies[0]!
      const html = String((await read(copy))['htmlContent'])
      if (what === 'changed') await content.asEditor.patch(copy, { title: 'Mine' })
      if (what === 'content') await content.asEditor.patch(html, { html: '<p>Mine</p>' })
      if (what === 'route')
        await content.create('/_/routes', { path: '/two', name: 'two', pageData: copy })
      if (what === 'deleted') await content.asEditor.remove(copy)
      const { status, body } = await undo(reply)
      expect(status).toBe(422)
      expect(body.violations[0]!.message).toMatch(/since then/)
      if (what !== 'deleted') expect((await content.asEditor.get(copy)).status).toBe(200)
    },
  )

  test('are made once, however often they are asked for with one key', async () => {
    const { article, page } = await makeArticle()
    const key = '019b0000-0000-7000-8000-000000000001'
    const request = { action: 'duplicate', members: [article, page] }
    const ask = (headers: Record<string, string>, who = content.asEditor) =>
      who.post(bulk, request, headers)
    // Somebody who got no answer asks again, perhaps before the first attempt has ended.
    const [first, second] = await Promise.all([
      ask({ 'Idempotency-Key': key }),
      ask({ 'Idempotency-Key': key }),
    ])
    expect(second.body).toEqual(first.body)
    expect(first.body['copies']).toEqual([
      expect.stringMatching(articles),
      expect.stringMatching('/_/pages/'),
    ])
    expect(await rowsOf()).toHaveLength(2)
    expect((await ask({ 'Idempotency-Key': 'twice' })).status).toBe(400)
    const other = content.as({ userId: 'e2', roles: ['ROLE_USER', 'ROLE_ADMIN'] })
    const refused = await ask({ 'Idempotency-Key': key }, other)
    expect([refused.status, refused.body.violations]).toMatchObject([
      422,
      [{ message: expect.stringMatching(/key of this request was used/) }],
    ])
    expect(await rowsOf()).toHaveLength(2)
    await ask({ 'Idempotency-Key': key.replace(/1$/, '2') })
    await ask({})
    expect(await rowsOf()).toHaveLength(4)
    expect((await undo(first)).status).toBe(204)
    expect(await rowsOf()).toHaveLength(3)
  })

  test('are what a rehearsal foretells, and for editors only', async () => {
    const { article } = await makeArticle()
    const before = await rowsOf()
    const rehearsal = await content.asEditor.post(bulk, {
      action: 'duplicate',
      members: [article],
      isRehearsal: true,
    })
    expect(rehearsal.body).toMatchObject({ isUndoable: true, copies: [] })
    const request = { action: 'duplicate', members: [article] }
    expect((await content.asVisitor.post(bulk, request)).status).toBe(401)
    expect(await rowsOf()).toEqual(before)
  })
})
