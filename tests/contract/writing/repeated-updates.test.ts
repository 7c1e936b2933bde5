/** An update whose answer was lost is sent again with the version that it was meant for, and is no conflict with itself. */
import { beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi } from '../support/content-api.ts'

eachDatabase('an update that is repeated', (open) => {
  let content: ContentApi
  let group: string
  beforeEach(async () => {
    content = createContentApi(await open())
    group = (await content.makePage('/')).group
  })

  const versionOf = async (iri: string) => ({
    'If-Match': (await content.asEditor.get(iri)).headers.get('etag')!,
  })
  /** Sends the same request twice. */
  const repeat = async (iri: string, body: object) => {
    const version = await versionOf(iri)
    const first = await content.asEditor.patch(iri, body, version)
    const events = await content.eventsDuring(async () => {
      const second = await content.asEditor.patch(iri, body, version)
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    })
    expect(events).toEqual([])
    return first.body
  }

  test('makes one draft of what is live, and changes that once', async () => {
    const { '@id': live } = await content.makeTitle(group, 'Live')
    const draft = await repeat(live, { title: 'First' })
    expect(draft).toMatchObject({ title: 'First', publishedResource: live })
    await repeat(draft['@id'], { title: 'Second' })
    await repeat(`${live}?published=true`, { title: 'Live, too' })
  })

  test('publishes once', async () => {
    const { '@id': live } = await content.makeTitle(group, 'Live')
    const draft = (await content.asEditor.patch(live, { title: 'Newer' })).body
    const published = await repeat(draft['@id'], { publishedAt: new Date().toISOString() })
    expect(published).toMatchObject({ '@id': live, title: 'Newer' })
  })

  test('moves once, within a group and to another one', async () => {
    const other = (await content.makePage('/other')).group
    const titles = []
    for (const title of ['One', 'Two', 'Three']) titles.push(await content.makeTitle(group, title))
    const [, , last] = titles.map(({ componentPositions }) => componentPositions[0] as string)
    const order = async (of: string) =>
      (await content.asEditor.get(of)).body['componentPositions'] as string[]
    await repeat(last!, { sortValue: 0 })
    expect((await order(group))[0]).toBe(last)
    await repeat(last!, { componentGroup: other, sortValue: 0 })
    expect([await order(other), (await order(group)).length]).toEqual([[last], 2])
  })

  test.each([
    ['other words', { title: 'Mine' }, { title: 'Theirs' }],
    ['more', { title: 'Same' }, { title: 'Same', uiClassNames: ['is-large'] }],
    ['nothing', { title: 'Same' }, {}],
  ])('is refused with %s', async (_, saved, body) => {
    const { '@id': iri } = await content.makeTitle(group, 'Draft', null)
    const version = await versionOf(iri)
    await content.asEditor.patch(iri, saved)
    expect((await content.asEditor.patch(iri, body, version)).status).toBe(412)
  })

  test('is refused where the position has moved on', async () => {
    const [one] = [await content.makeTitle(group, 'One'), await content.makeTitle(group, 'Two')]
    const position = one.componentPositions[0] as string
    const version = await versionOf(position)
    await content.asEditor.patch(position, { sortValue: 1 })
    expect((await content.asEditor.patch(position, { sortValue: 5 }, version)).status).toBe(412)
    expect((await content.asVisitor.patch(position, { sortValue: 1 }, version)).status).toBe(401)
  })
})
