import { beforeEach, describe, expect, test } from 'vitest'
import { afterDraftCreation } from '#content/change/draft-creation.ts'
import { type Component, type Resource, createReader } from '#content/model/resource.ts'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const start = Date.parse('2026-08-01T12:00:00.000Z')
const hour = 60 * 60 * 1000
const inAnHour = '2026-08-01T13:00:00+00:00'

eachDatabase('drafts', (open) => {
  let content: ContentApi
  let group: string
  let now: number
  beforeEach(async () => {
    now = start
    content = createContentApi(await open(), () => now)
    group = (await content.makePage('/')).group
  })

  const forked = async () => {
    const live = await content.makeTitle(group, 'Live')
    const draft = (await content.asEditor.patch(live['@id'], { title: 'Draft' })).body
    return { live: live['@id'], draft: draft['@id'] }
  }
  const titleOf = async (iri: string, who = content.asVisitor) => {
    const { status, body } = await who.get(iri)
    return status === 200 ? body['title'] : status
  }

  test('a resource without a publication date is visible to editors only', async () => {
    const draft = await content.makeTitle(group, 'Hidden', null)
    expect(draft._metadata.publishable).toEqual({ published: false, locationCount: 1 })
    expect(await titleOf(draft['@id'])).toBe(404)
    expect(await titleOf(draft['@id'], content.asUser)).toBe(404)
    expect(await titleOf(draft['@id'], content.asEditor)).toBe('Hidden')
    expect(await titleOf(`${draft['@id']}?published=true`, content.asEditor)).toBe(404)
    const lists = await Promise.all(
      [content.asVisitor, content.asUser].map((who) => who.get('/component/titles')),
    )
    for (const { body } of lists) expect(body.member).toEqual([])
  })

  describe('changing a live resource', () => {
    test('creates a draft, which visitors do not see', async () => {
      const live = await content.makeTitle(group, 'Live')
      const { status, body } = await content.asEditor.patch(live['@id'], { title: 'Draft' })
      expect(status).toBe(200)
      expect(body['@id']).not.toBe(live['@id'])
      expect(body).toMatchObject({
        title: 'Draft',
        publishedResource: live['@id'],
        componentPositions: [],
        _metadata: { publishable: { published: false, locationCount: 0 } },
      })
      expect(body).not.toHaveProperty('publishedAt')
      const seen = (await content.asVisitor.get(live['@id'])).body
      expect(seen['title']).toBe('Live')
      expect(seen).not.toHaveProperty('draftResource')
    })

    test('changes nothing else than that the live version names it and its position shows it', async () => {
      const live = await content.makeTitle(group, 'Live')
      const requests = [`${live['@id']}?published=true`, live.componentPositions[0]!]
      const read = () => Promise.all(requests.map((request) => content.asEditor.get(request)))
      const before = await read()
      const known = new Map(before.map(({ body }) => [body['@id'], body as Resource]))
      const { body: draft } = await content.asEditor.patch(live['@id'], { title: 'Draft' })
      const after = await read()
      for (const [index, request] of requests.entries()) {
        const told = afterDraftCreation(
          request,
          [draft as unknown as Component],
          createReader((iri) => known.get(iri)),
        )
        expect(told).toEqual(after[index]!.body)
        expect(before[index]!.headers.get('etag')).toBe(after[index]!.headers.get('etag'))
      }
    })

    test('a second time edits the existing draft, by either IRI', async () => {
      const { live, draft } = await forked()
      expect((await content.asEditor.patch(live, { title: 'Two' })).body['@id']).toBe(draft)
      expect((await content.asEditor.patch(draft, { title: 'Three' })).body['@id']).toBe(draft)
      expect(await titleOf(live, content.asEditor)).toBe('Three')
      expect(await titleOf(live)).toBe('Live')
    })

    test('with its current values changes nothing', async () => {
      const live = await content.makeTitle(group, 'Live')
      const events = await content.eventsDuring(async () => {
        const same = await content.asEditor.patch(live['@id'], { ...live, publishedAt: past })
        expect(same.body['@id']).toBe(live['@id'])
        expect(same.body).not.toHaveProperty('draftResource')
      })
      expect(events).toEqual([])
    })

    test('by removing its date creates a draft: nothing is ever unpublished', async () => {
      const live = await content.makeTitle(group, 'Live')
      const { body } = await content.asEditor.patch(live['@id'], { publishedAt: null })
      expect(body['@id']).not.toBe(live['@id'])
      expect(await titleOf(live['@id'])).toBe('Live')
    })

    test('with published=true happens in place, and keeps the date', async () => {
      const live = await content.makeTitle(group, 'Live')
      const iri = `${live['@id']}?published=true`
      const { body } = await content.asEditor.patch(iri, { title: 'Now', publishedAt: past })
      expect(body).toMatchObject({ '@id': live['@id'], title: 'Now' })
      expect(await titleOf(live['@id'])).toBe('Now')
      const refused = await content.asEditor.patch(iri, { publishedAt: inAnHour })
      expect(refused.status).toBe(422)
      expect(refused.body.violations).toMatchObject([{ propertyPath: 'publishedAt' }])
    })

    test('concurrently creates one draft', async () => {
      const live = await content.makeTitle(group, 'Live')
      const answers = await Promise.all(
        ['one', 'two', 'three'].map((title) => content.asEditor.patch(live['@id'], { title })),
      )
      expect(new Set(answers.map(({ body }) => body['@id'])).size).toBe(1)
    })
  })

  test('editors see a draft wherever its live row is shown, and can request either', async () => {
    const { live, draft } = await forked()
    const position = (await content.asVisitor.get(live)).body.componentPositions[0]!
    expect((await content.asEditor.get(position)).body).toMatchObject({
      component: draft,
      _metadata: { staticComponent: draft },
    })
    expect((await content.asVisitor.get(position)).body['component']).toBe(live)
    expect((await content.asEditor.get(`${live}?published=true`)).body).toMatchObject({
      '@id': live,
      draftResource: draft,
    })
    const list = (await content.asEditor.get('/component/titles')).body.member
    expect(list.map((member) => member['@id'])).toEqual([draft])
    const lists = (await content.asEditor.get('/component/titles?published=true')).body.member
    expect(lists.map((member) => member['@id'])).toEqual([live])
  })

  describe('publishing', () => {
    test('a draft replaces the content of its live row and nothing else', async () => {
      const { live, draft } = await forked()
      const { status, body } = await content.asEditor.patch(draft, {
        publishedAt: new Date(now).toISOString(),
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({ '@id': live, title: 'Draft' })
      expect(body.componentPositions).toHaveLength(1)
      expect(await titleOf(live)).toBe('Draft')
      expect((await content.asEditor.get(draft)).body['@id']).toBe(live)
    })

    test('a new resource makes the same row live', async () => {
      const draft = await content.makeTitle(group, 'New', null)
      const { body } = await content.asEditor.patch(draft['@id'], { publishedAt: past })
      expect(body).toMatchObject({ '@id': draft['@id'], publishedAt: past })
      expect(await titleOf(draft['@id'])).toBe('New')
    })

    test('is refused while a required value is missing, naming the property', async () => {
      const draft = await content.makeTitle(group, '', null)
      expect(draft._metadata.violations).toMatchObject({
        violations: [{ propertyPath: 'title', message: 'Enter a title.' }],
      })
      for (const publishedAt of [past, inAnHour]) {
        const refused = await content.asEditor.patch(draft['@id'], { publishedAt })
        expect(refused.status).toBe(422)
        expect(refused.headers.get('valid-to-publish')).toBe('0')
        expect(refused.body.violations).toMatchObject([{ propertyPath: 'title' }])
      }
      expect(await titleOf(draft['@id'])).toBe(404)
    })

    test('can be validated without publishing', async () => {
      const iri = (await content.makeTitle(group, 'Fine', null))['@id']
      const validating = `${iri}?validate_published=true`
      expect((await content.asEditor.patch(validating, { title: '' })).status).toBe(422)
      expect(await titleOf(iri, content.asEditor)).toBe('Fine')
      expect((await content.asEditor.get(iri)).headers.get('valid-to-publish')).toBe('1')
      expect(
        (await content.asEditor.patch(iri, { title: '' })).headers.get('valid-to-publish'),
      ).toBe('0')
      expect(
        (await content.asVisitor.get('/component/titles')).headers.get('valid-to-publish'),
      ).toBeNull()
    })

    test('a link requires a target', async () => {
      const { asEditor } = content
      const link = { label: 'About', publishedAt: past }
      const refused = await asEditor.post('/component/navigation_links', link)
      expect(refused.body.violations).toMatchObject([{ propertyPath: 'route' }])
      const toPage = await content.create('/component/navigation_links', {
        ...link,
        route: '/_/routes//',
      })
      expect(toPage).toMatchObject({ route: '/_/routes//', url: '/' })
      const away = await content.create('/component/navigation_links', {
        ...link,
        rawPath: 'https://a.test',
      })
      expect(away['url']).toBe('https://a.test')
    })
  })

  describe('a date in the future', () => {
    test('keeps the draft unpublished, and sends Expires with that date', async () => {
      const { live, draft } = await forked()
      const scheduled = await content.asEditor.patch(draft, { publishedAt: inAnHour })
      expect(scheduled.body).toMatchObject({
        '@id': draft,
        publishedAt: inAnHour,
        _metadata: { publishable: { published: false } },
      })
      expect(await titleOf(live)).toBe('Live')
      const { headers } = await content.asVisitor.get(live)
      expect(headers.get('expires')).toBe(new Date(inAnHour).toUTCString())
    })

    test.each([
      ['the live row', async (live: string) => void (await titleOf(live))],
      [
        'the draft',
        async (_live: string, draft: string) => void (await content.asEditor.get(draft)),
      ],
      ['a list', async () => void (await content.asVisitor.get('/component/titles'))],
      ['the page', async () => void (await content.payload('/', content.visitor))],
      ['the timer', async () => void (await content.store.publishDue())],
    ])('publishes when it has passed, triggered by the first read of %s', async (_who, trigger) => {
      const { live, draft } = await forked()
      await content.asEditor.patch(draft, { publishedAt: inAnHour })
      now += hour
      const events = await content.eventsDuring(() => trigger(live, draft))
      expect(events.map(({ topic }) => topic)).toContain(live)
      expect(events).toContainEqual({
        topic: `${draft}?draft=1`,
        isPrivate: true,
        data: { '@id': draft },
      })
      const seen = await content.asVisitor.get(live)
      expect(seen.body).toMatchObject({ '@id': live, title: 'Draft' })
      expect(seen.headers.get('expires')).toBeNull()
    })

    test('publishes a new resource too, with one event', async () => {
      const iri = (await content.makeTitle(group, 'Soon', inAnHour))['@id']
      expect(await titleOf(iri)).toBe(404)
      now += hour
      const events = await content.eventsDuring(async () => {
        expect(await titleOf(iri)).toBe('Soon')
        expect(await titleOf(iri)).toBe('Soon')
        await content.store.publishDue()
      })
      expect(events.filter(({ topic }) => topic === iri)).toHaveLength(1)
    })

    test('lets the IRI of the draft lead to the live row for a day', async () => {
      const { live, draft } = await forked()
      await content.asEditor.patch(draft, { publishedAt: inAnHour })
      now += hour
      const seen = await content.asVisitor.get(draft)
      expect(seen.body['@id']).toBe(live)
      now += 25 * hour
      expect(await titleOf(draft, content.asEditor)).toBe(404)
    })
  })

  describe.each([
    ['by its date', true],
    ['by hand', false],
  ])('a draft merged %s, used by an editor who does not know that', (_, isScheduled) => {
    let live: string
    let draft: string
    beforeEach(async () => {
      ;({ live, draft } = await forked())
      const publishedAt = isScheduled ? inAnHour : new Date(now).toISOString()
      await content.asEditor.patch(draft, { publishedAt })
      now += hour
      expect(await titleOf(live)).toBe('Draft')
    })

    test('can be changed, which creates a new draft of the live row', async () => {
      const { status, body } = await content.asEditor.patch(draft, { title: 'Later words' })
      expect(status).toBe(200)
      expect([live, draft]).not.toContain(body['@id'])
      expect(body).toMatchObject({ publishedResource: live, title: 'Later words' })
      expect(await titleOf(live)).not.toBe('Later words')
    })

    test('fails a stale If-Match with the current version', async () => {
      const stale = await content.asEditor.patch(draft, { title: 'x' }, { 'If-Match': '"stale"' })
      expect([stale.status, stale.body['@id']]).toEqual([412, live])
    })

    test('can be counted and deleted', async () => {
      const usage = await content.asEditor.get(`${draft}/usage`)
      expect(usage.body).toEqual({ positionCount: 1, pageDataCount: 0, total: 1 })
      expect((await content.asVisitor.remove(draft)).status).toBe(401)
      expect((await content.asUser.remove(draft)).status).toBe(403)
      expect((await content.asEditor.remove(draft)).status).toBe(204)
      expect(await titleOf(live, content.asEditor)).toBe(404)
    })

    test('is gone after a day, for every request', async () => {
      now += 24 * hour
      expect((await content.asEditor.patch(draft, { title: 'x' })).status).toBe(404)
      expect((await content.asEditor.remove(draft)).status).toBe(404)
      expect((await content.asEditor.get(`${draft}/usage`)).status).toBe(404)
    })
  })

  describe('deleting', () => {
    test('a live row with a draft deletes the draft', async () => {
      const { live, draft } = await forked()
      expect((await content.asEditor.remove(live)).status).toBe(204)
      expect(await titleOf(live)).toBe('Live')
      expect(await titleOf(draft, content.asEditor)).toBe(404)
    })

    test('the live row with published=true leaves the draft in its positions', async () => {
      const { live, draft } = await forked()
      await content.asEditor.remove(`${live}?published=true`)
      expect(await titleOf(live, content.asEditor)).toBe(404)
      const { body } = await content.asEditor.get(draft)
      expect(body).not.toHaveProperty('publishedResource')
      expect(body.componentPositions).toHaveLength(1)
    })
  })

  describe('two editors', () => {
    const tagOf = async (iri: string) => (await content.asEditor.get(iri)).headers.get('etag')!

    test('the second, with a stale version, gets the current one', async () => {
      const live = (await content.makeTitle(group, 'Live'))['@id']
      const seen = { 'If-Match': await tagOf(live) }
      const first = await content.asEditor.patch(live, { title: 'First' }, seen)
      expect(first.status).toBe(200)
      const second = await content.asEditor.patch(live, { title: 'Second' }, seen)
      expect(second.status).toBe(412)
      expect(second.headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(second.body).toMatchObject({ '@id': first.body['@id'], title: 'First' })
      const again = { 'If-Match': second.headers.get('etag')! }
      expect((await content.asEditor.patch(live, { title: 'Second' }, again)).status).toBe(200)
    })

    test('a draft does not change the version of the live row', async () => {
      const live = (await content.makeTitle(group, 'Live'))['@id']
      const before = await tagOf(`${live}?published=true`)
      await content.asEditor.patch(live, { title: 'Draft' })
      expect(await tagOf(`${live}?published=true`)).toBe(before)
      const inPlace = await content.asEditor.patch(
        `${live}?published=true`,
        { title: 'x' },
        { 'If-Match': before },
      )
      expect(inPlace.status).toBe(200)
    })

    test('a changed resource is not deleted with a stale version', async () => {
      const live = (await content.makeTitle(group, 'Live'))['@id']
      const seen = { 'If-Match': await tagOf(live) }
      await content.asEditor.patch(`${live}?published=true`, { title: 'Other' })
      expect((await content.asEditor.remove(live, seen)).status).toBe(412)
      expect(await titleOf(live)).toBe('Other')
    })
  })

  test('a user without the role cannot find out about drafts by writing', async () => {
    const { live, draft } = await forked()
    expect((await content.asUser.patch(draft, { title: 'x' })).status).toBe(404)
    expect((await content.asUser.patch(live, { title: 'x' })).status).toBe(403)
    expect((await content.asVisitor.patch(draft, { title: 'x' })).status).toBe(401)
  })

  test('a payload contains draft and live rows for editors, and no drafts for visitors', async () => {
    const { live, draft } = await forked()
    const hidden = (await content.makeTitle(group, 'Hidden', null))['@id']
    const iris = async (viewer: typeof content.visitor) =>
      (await content.payload('/', viewer)).entries.map(({ resource }) => resource['@id'])
    const forEditor = await iris(content.editor)
    expect(forEditor).toEqual(expect.arrayContaining([live, draft, hidden]))
    const forVisitor = await iris(content.visitor)
    expect(forVisitor).toContain(live)
    expect(forVisitor).not.toContain(draft)
    expect(forVisitor).not.toContain(hidden)
  })

  test('no draft reaches a visitor in any response', async () => {
    const { live, draft } = await forked()
    const hidden = (await content.makeTitle(group, 'Draft too', null))['@id']
    const addresses = [
      live,
      draft,
      hidden,
      '/component/titles',
      '/component/titles?published=false',
      group,
      '/_/component_positions',
      '/_/resource_manifest//',
      '/_/routes_manifest//',
      `${live}/usage`,
      `${hidden}/usage`,
    ]
    for (const who of [content.asVisitor, content.asUser]) {
      for (const address of addresses) {
        const text = JSON.stringify((await who.get(address)).body)
        expect(text).not.toContain('Draft')
        expect(text).not.toContain(draft)
      }
    }
    const events = await content.eventsDuring(() =>
      content.asEditor.patch(draft, { title: 'Draft again' }),
    )
    expect(events.length).toBeGreaterThan(0)
    const open_ = events.filter(({ isPrivate }) => !isPrivate)
    expect(JSON.stringify(open_)).not.toContain('Draft')
  })
})
