/** A publication that ends by itself: what is public is a draft again, and only editors know when. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import { createPostgres, eachDatabase, eachStorage } from '../../support/server/databases.ts'
import { createHttpClient, startServer } from '../../support/server/in-process-server.ts'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'

const start = Date.parse('2026-08-01T12:00:00.000Z')
const hour = 60 * 60 * 1_000
const inAnHour = '2026-08-01T13:00:00+00:00'
const inTwoHours = '2026-08-01T14:00:00+00:00'

eachDatabase('the end of a publication', (open) => {
  let content: ContentApi
  let group: string
  let now: number
  beforeEach(async () => {
    now = start
    content = createContentApi(await open(), () => now)
    group = (await content.makePage('/')).group
  })

  const titleOf = async (iri: string, who = content.asVisitor) => {
    const { status, body } = await who.get(iri)
    return status === 200 ? body['title'] : status
  }
  const setEnd = (iri: string, publishedUntil: unknown) =>
    content.asEditor.patch(`${iri}?published=true`, { publishedUntil })
  const makeEnding = async (publishedUntil: string | null = inAnHour) => {
    const live = await content.makeTitle(group, 'Live')
    expect((await setEnd(live['@id'], publishedUntil)).status).toBe(200)
    return { iri: live['@id'], position: live.componentPositions[0]! }
  }

  test('is set without a draft, and told to editors only', async () => {
    const { iri } = await makeEnding()
    const { body } = await content.asEditor.get(iri)
    expect(body).toMatchObject({
      '@id': iri,
      publishedUntil: inAnHour,
      _metadata: { publishable: { published: true } },
    })
    for (const who of [content.asVisitor, content.asUser]) {
      const seen = await who.get(iri)
      expect(seen.body).not.toHaveProperty('publishedUntil')
      expect(seen.headers.get('expires')).toBeNull()
      expect((await who.get('/component/titles')).body.member[0]).not.toHaveProperty(
        'publishedUntil',
      )
    }
    expect(JSON.stringify(await content.payload('/', content.visitor))).not.toContain('13:00:00')
  })

  test('tells visitors nothing by events', async () => {
    const { iri } = await makeEnding(null)
    const events = await content.eventsDuring(async () => {
      await setEnd(iri, inAnHour)
      await content.asEditor.patch(`${iri}?published=true`, { title: 'Ending soon' })
    })
    const sent = events.filter(({ isPrivate }) => !isPrivate)
    expect(sent).toContainEqual(
      expect.objectContaining({
        topic: iri,
        data: expect.objectContaining({ title: 'Ending soon' }),
      }),
    )
    expect(JSON.stringify(sent)).not.toContain('publishedUntil')
    expect(JSON.stringify(sent)).not.toContain('13:00:00')
  })

  test.each([
    ['the resource', async (iri: string) => void (await content.asVisitor.get(iri))],
    ['a list', async () => void (await content.asVisitor.get('/component/titles'))],
    ['the page', async () => void (await content.payload('/', content.visitor))],
    ['a write', async () => void (await content.makeTitle(group, 'Other', past))],
    ['the timer', async () => void (await content.store.publishDue())],
  ])('comes with the first read of %s after that time, once', async (_, trigger) => {
    const { iri, position } = await makeEnding()
    now += hour
    const events = await content.eventsDuring(() => trigger(iri))
    expect(events).toContainEqual({ topic: iri, isPrivate: false, data: { '@id': iri } })
    expect(events).toContainEqual(
      expect.objectContaining({ topic: `${iri}?draft=1`, isPrivate: true }),
    )
    const positions = events.filter(({ topic }) => topic === position)
    expect(positions).toMatchObject([{ isPrivate: false }])
    expect(positions[0]!.data).not.toHaveProperty('component')
    expect(await titleOf(iri)).toBe(404)
    expect(
      (await content.asVisitor.get('/component/titles')).body.member.map((each) => each['@id']),
    ).not.toContain(iri)
    const { body } = await content.asEditor.get(iri)
    expect(body).toMatchObject({ title: 'Live', _metadata: { publishable: { published: false } } })
    expect(body).not.toHaveProperty('publishedUntil')
    expect(body).not.toHaveProperty('publishedAt')
    expect(await content.eventsDuring(() => content.store.publishDue())).toEqual([])
  })

  test('a draft begins and ends by itself', async () => {
    const { '@id': iri } = await content.makeTitle(group, 'Soon', null)
    const { status } = await content.asEditor.patch(iri, {
      publishedAt: inAnHour,
      publishedUntil: inTwoHours,
    })
    expect([status, await titleOf(iri)]).toEqual([200, 404])
    now += hour
    expect(await titleOf(iri)).toBe('Soon')
    now += hour
    expect(await titleOf(iri)).toBe(404)
    expect(await titleOf(iri, content.asEditor)).toBe('Soon')
  })

  test('both are caught up with in order when nobody looked meanwhile', async () => {
    const { '@id': iri } = await content.makeTitle(group, 'Missed', null)
    await content.asEditor.patch(iri, { publishedAt: inAnHour, publishedUntil: inTwoHours })
    now += 3 * hour
    expect(await titleOf(iri)).toBe(404)
    expect(await titleOf(iri, content.asEditor)).toBe('Missed')
    expect(await content.store.nextDue()).toBeNull()
  })

  /** Returns a component whose publication has ended beside a draft, and the IRI of that draft. */
  const endBesideDraft = async () => {
    const { iri } = await makeEnding()
    const draft = (await content.asEditor.patch(iri, { title: 'Newer' })).body
    expect(draft).toMatchObject({ publishedUntil: inAnHour, publishedResource: iri })
    now += hour
    expect(await titleOf(iri)).toBe(404)
    return { iri, draft: draft['@id'] as string }
  }

  test('a draft stays a draft of what was public, which only editors can still read', async () => {
    const { iri, draft } = await endBesideDraft()
    const left = (await content.asEditor.get(iri)).body
    expect(left).toMatchObject({ '@id': draft, title: 'Newer', publishedResource: iri })
    expect(left).not.toHaveProperty('publishedUntil')
    const former = await content.asEditor.get(`${iri}?published=true`)
    expect(former.body).toMatchObject({
      '@id': iri,
      title: 'Live',
      draftResource: draft,
      _metadata: { publishable: { published: false } },
    })
    for (const who of [content.asVisitor, content.asUser]) {
      expect(await titleOf(`${iri}?published=true`, who)).toBe(404)
      expect(await titleOf(draft, who)).toBe(404)
    }
    const { body } = await content.asEditor.get('/component/titles')
    expect(body.member.map((each) => each['@id'])).toEqual([draft])
  })

  test('what was public is there again once the draft is discarded, and can be published', async () => {
    const { iri, draft } = await endBesideDraft()
    await content.asEditor.remove(draft)
    expect(await titleOf(iri, content.asEditor)).toBe('Live')
    expect(await titleOf(iri)).toBe(404)
    await content.asEditor.patch(iri, { publishedAt: new Date(now).toISOString() })
    expect(await titleOf(iri)).toBe('Live')
  })

  test('the draft is published anew, without the end that has passed', async () => {
    const { iri, draft } = await endBesideDraft()
    await content.asEditor.patch(draft, { publishedAt: new Date(now).toISOString() })
    expect(await titleOf(iri)).toBe('Newer')
    now += 5 * hour
    expect(await titleOf(iri)).toBe('Newer')
  })

  test('a draft is made of what is not public if it is asked for, once', async () => {
    const { iri, draft } = await endBesideDraft()
    await content.asEditor.remove(draft)
    const make = () => content.asEditor.patch(iri, { publishedResource: iri, title: 'Anew' })
    const made = (await make()).body
    expect(made).toMatchObject({ title: 'Anew', publishedResource: iri })
    expect(made['@id']).not.toBe(iri)
    expect((await make()).body['@id']).toBe(made['@id'])
    const former = await content.asEditor.get(`${iri}?published=true`)
    expect(former.body['title']).toBe('Live')
  })

  test('a draft that begins after the end begins nevertheless', async () => {
    const { iri } = await makeEnding()
    await content.asEditor.patch(iri, {
      title: 'Second season',
      publishedAt: inTwoHours,
      publishedUntil: null,
    })
    now += hour
    expect(await titleOf(iri)).toBe(404)
    now += hour
    expect(await titleOf(iri)).toBe('Second season')
  })

  test('is kept by the publication of another draft, and by nothing once it is canceled', async () => {
    const { iri } = await makeEnding()
    const draft = (await content.asEditor.patch(iri, { title: 'Newer' })).body
    await content.asEditor.patch(draft['@id'], { publishedAt: new Date(now).toISOString() })
    expect((await content.asEditor.get(iri)).body['publishedUntil']).toBe(inAnHour)
    await setEnd(iri, null)
    now += hour
    expect(await titleOf(iri)).toBe('Newer')
  })

  test.each([
    ['the past', '2026-08-01T11:00:00Z'],
    ['now', new Date(start).toISOString()],
    ['no date', 'soon'],
    ['a number', 5],
    ['an endless text', 'x'.repeat(10_000)],
  ])('is refused in %s', async (_, publishedUntil) => {
    const { iri } = await makeEnding(null)
    const { status, body } = await setEnd(iri, publishedUntil)
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'publishedUntil'])
  })

  test('is refused before the beginning', async () => {
    const { '@id': iri } = await content.makeTitle(group, 'Soon', null)
    const { status, body } = await content.asEditor.patch(iri, {
      publishedAt: inTwoHours,
      publishedUntil: inAnHour,
    })
    expect([status, body.violations[0]]).toMatchObject([422, { propertyPath: 'publishedUntil' }])
  })

  test('is not changed by visitors', async () => {
    const { iri } = await makeEnding()
    const { status } = await content.asVisitor.patch(`${iri}?published=true`, {
      publishedUntil: null,
    })
    expect(status).toBe(401)
  })
})

eachStorage('a publication that ends', (newStorage) => {
  test('is announced to the open pages of visitors, without any request', async () => {
    const server = await startServer(await newStorage())
    const editor = createHttpClient(server.url)
    await editor.signIn()
    const publishedUntil = new Date(Date.now() + 2 * hour).toISOString()
    const { json } = await editor.post('/component/titles', {
      title: 'Sale',
      publishedAt: past,
      publishedUntil,
    })
    const visitor = await subscribeToHub(server.url)
    server.advance(3 * hour)
    let frame = await visitor.nextFrame()
    // The creation may still be on its way.
    while (frame?.data['title']) frame = await visitor.nextFrame()
    expect(frame?.data).toEqual({ '@id': json['@id'] })
    visitor.close()
    await server.stop()
  }, 20_000)
})

describe('a publication that ends on two processes with one PostgreSQL', () => {
  test('ends once', async () => {
    const url = await createPostgres()
    const folder = await mkdtemp(join(tmpdir(), 'troupe-'))
    const env = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: url })
    const [one, other] = await Promise.all([startServer(env('one')), startServer(env('other'))])
    const editor = createHttpClient(one.url)
    await editor.signIn()
    const publishedUntil = new Date(Date.now() + 2 * hour).toISOString()
    const { json } = await editor.post('/component/titles', {
      title: 'Sale',
      publishedAt: past,
      publishedUntil,
    })
    const iri = String(json['@id'])
    const visitor = await subscribeToHub(other.url)
    for (const server of [one, other]) server.advance(3 * hour)
    let ends = 0
    const marker = 'Afterwards'
    const seen = async (): Promise<void> => {
      const frame = await visitor.nextFrame()
      if (frame?.data['@id'] === iri && !frame.data['title']) ends += 1
      if (ends === 1 && frame?.data['@id'] === iri)
        await editor.post('/component/titles', { title: marker, publishedAt: past })
      if (frame?.data['title'] !== marker) await seen()
    }
    await seen()
    expect(ends).toBe(1)
    for (const server of [one, other])
      expect((await createHttpClient(server.url).get(iri)).status).toBe(404)
    visitor.close()
    await Promise.all([one.stop(), other.stop()])
    await rm(folder, { recursive: true })
  }, 60_000)
})
