/** Publishing several drafts in one transaction. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type ContentApi, createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const publications = '/_/publications'

eachDatabase('publishing several drafts', (open) => {
  let content: ContentApi
  let group: string
  beforeEach(async () => {
    content = createContentApi(await open())
    group = (await content.makePage('/')).group
  })

  const publish = (resources: unknown, who = content.asEditor) =>
    who.post(publications, { resources })

  /** Creates a live title with a draft, and returns both IRIs with the ETag of the draft. */
  const drafted = async (title: string) => {
    const live = (await content.makeTitle(group, 'Live'))['@id']
    const { body, headers } = await content.asEditor.patch(live, { title })
    return { live, draft: body['@id'], etag: headers.get('etag')! }
  }
  const visibleTitle = async (iri: string) => (await content.asVisitor.get(iri)).body['title']

  test('answers with what is live, in the order that was asked for', async () => {
    const one = await drafted('One')
    const created = (await content.makeTitle(group, 'New', null))['@id']
    const two = await drafted('Two')
    const { status, headers, body } = await publish([two.draft, created, one.live])
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/ld+json; charset=utf-8',
    ])
    expect(body).toMatchObject({
      '@context': '/contexts/Publication',
      '@id': publications,
      '@type': 'Collection',
      totalItems: 3,
    })
    expect(body.member.map((member) => [member['@id'], member['title']])).toEqual([
      [two.live, 'Two'],
      [created, 'New'],
      [one.live, 'One'],
    ])
    for (const { _metadata } of body.member) {
      expect(_metadata.publishable).toMatchObject({ published: true })
    }
    expect(await visibleTitle(one.live)).toBe('One')
    expect(await visibleTitle(two.live)).toBe('Two')
    expect(await visibleTitle(created)).toBe('New')
    const gone = await content.asEditor.get(`${one.draft}?published=true`)
    expect(gone.body['@id']).toBe(one.live)
  })

  test('publishing again changes nothing, as after a response that was lost', async () => {
    const { live, draft } = await drafted('Draft')
    await publish([draft])
    const events = await content.eventsDuring(async () => {
      const { status, body } = await publish([draft])
      expect([status, body.member.map((member) => member['@id'])]).toEqual([200, [live]])
    })
    expect(events).toEqual([])
  })

  test('tells the hub of each as of a single publication', async () => {
    const one = await drafted('One')
    const two = await drafted('Two')
    const events = await content.eventsDuring(() => publish([one.draft, two.draft]))
    expect(events.map(({ topic, isPrivate }) => [topic, isPrivate]).toSorted()).toEqual(
      [
        [one.live, false],
        [`${one.draft}?draft=1`, true],
        [two.live, false],
        [`${two.draft}?draft=1`, true],
      ].toSorted(),
    )
  })

  describe('publishes nothing', () => {
    test('if one of them is not ready, and names all that are not', async () => {
      const ready = await drafted('Ready')
      const empty = await drafted('')
      const created = (await content.makeTitle(group, '', null))['@id']
      const events = await content.eventsDuring(async () => {
        const { status, body } = await publish([ready.draft, empty.draft, created])
        expect(status).toBe(422)
        expect(body.violations).toMatchObject([
          { propertyPath: 'resources[1].title', message: 'Enter a title.' },
          { propertyPath: 'resources[2].title', message: 'Enter a title.' },
        ])
      })
      expect(events).toEqual([])
      expect(await visibleTitle(ready.live)).toBe('Live')
      const { body } = await content.asEditor.get(ready.draft)
      expect([body['@id'], body['title']]).toEqual([ready.draft, 'Ready'])
    })

    test('if somebody else has changed one of them meanwhile', async () => {
      const one = await drafted('One')
      const two = await drafted('Two')
      const expecting = [one, two].map(({ draft, etag }) => ({ '@id': draft, ifMatch: etag }))
      await content.asEditor.patch(two.draft, { title: 'Theirs' })
      const { status, body } = await publish(expecting)
      expect([status, body['@id'], body['title']]).toEqual([412, two.draft, 'Theirs'])
      expect(await visibleTitle(one.live)).toBe('Live')
    })

    test('for an IRI that leads nowhere', async () => {
      const { live, draft } = await drafted('Draft')
      expect((await publish([draft, '/component/titles/nowhere'])).status).toBe(404)
      expect(await visibleTitle(live)).toBe('Live')
    })

    test('for what has no drafts', async () => {
      const { live, draft } = await drafted('Draft')
      const { status, body } = await publish([draft, group])
      expect(status).toBe(422)
      expect(body.violations).toMatchObject([{ propertyPath: 'resources[1]' }])
      expect(await visibleTitle(live)).toBe('Live')
    })

    test('for anyone but editors', async () => {
      const { live, draft } = await drafted('Draft')
      expect((await publish([draft], content.asVisitor)).status).toBe(401)
      expect((await publish([draft], content.asUser)).status).toBe(403)
      expect((await publish('unread', content.asVisitor)).status).toBe(401)
      expect(await visibleTitle(live)).toBe('Live')
    })
  })

  test('accepts the versions that were expected', async () => {
    const { live, draft, etag } = await drafted('Draft')
    expect((await publish([{ '@id': draft, ifMatch: etag }])).status).toBe(200)
    expect(await visibleTitle(live)).toBe('Draft')
  })

  test.each([
    ['no list', undefined],
    ['text', '/component/titles/1'],
    ['an empty list', []],
    ['more than 500', Array.from({ length: 501 }, (_, at) => `/component/titles/${at}`)],
    ['numbers', [1]],
    ['objects without an IRI', [{ ifMatch: '"1"' }]],
    ['versions that are no text', [{ '@id': '/component/titles/1', ifMatch: 1 }]],
  ])('refuses %s', async (_, resources) => {
    const { status, body } = await publish(resources)
    expect(status).toBe(422)
    expect(body.violations[0]!.propertyPath).toMatch(/^resources(\[0\])?$/)
  })

  test('is named by the entry point, and accepts POST only', async () => {
    expect((await content.asVisitor.get('/')).body['publication']).toBe(publications)
    const { status, headers } = await content.asEditor.get(publications)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    const typed = await content.asEditor.ask('POST', publications, {
      body: { resources: [] },
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(typed.status).toBe(415)
  })
})
