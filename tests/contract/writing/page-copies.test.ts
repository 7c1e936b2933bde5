/** Copying a page with everything on it in one transaction. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const copies = '/_/page_copies'

eachDatabase('copying a page', (open) => {
  let content: ContentApi
  let page: string
  let group: string
  beforeEach(async () => {
    content = createContentApi(await open())
    const made = await content.makePage('/')
    ;[page, group] = [made.page, made.group]
  })

  const copy = (body: object, who = content.asEditor) => who.post(copies, body)
  const read = async (iri: string) => (await content.asEditor.get(iri)).body

  /** Returns the titles in the first group of a page in one of their versions, and whether they are published. */
  const titlesOn = async (iri: string, version: 'draft' | 'live' = 'draft') => {
    const [own] = (await read(iri))['componentGroups'] as string[]
    const positions = (await read(own!))['componentPositions'] as string[]
    const titles = []
    for (const position of positions) {
      const shown = await read(String((await read(position))['component']))
      const live = String(shown['publishedResource'] ?? shown['@id'])
      const title = version === 'live' ? await read(`${live}?published=true`) : shown
      titles.push([title['title'], title._metadata?.publishable?.published])
    }
    return titles
  }

  test('has its components in order, with their drafts, and leaves the page as it was', async () => {
    const live = await content.makeTitle(group, 'Live', past, 0)
    await content.makeTitle(group, 'Draft only', null, 1)
    await content.asEditor.patch(live['@id'], { title: 'Draft of live' })
    const before = await titlesOn(page)
    const { status, headers, body } = await copy({ page })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/_api${body['@id']}`)
    expect(body).toMatchObject({
      '@type': 'Page',
      reference: 'Copy of page-1',
      title: 'Page 1',
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
    })
    expect(body['route']).toBeUndefined()
    expect(await titlesOn(body['@id'])).toEqual(before)
    expect((await titlesOn(body['@id'], 'live'))[0]).toEqual(['Live', true])

    const [ownGroup] = body['componentGroups'] as string[]
    expect(await read(ownGroup!)).toMatchObject({
      reference: `primary_${body['@id']}`,
      location: body['@id'],
      pages: [body['@id']],
    })
    const [first] = (await read(ownGroup!))['componentPositions'] as string[]
    const component = String((await read(first!))['component'])
    await content.asEditor.patch(component, { title: 'Changed in the copy' })
    expect(await titlesOn(page)).toEqual(before)
  })

  test('has a name of its own each time, or the properties that are sent', async () => {
    await copy({ page })
    expect((await copy({ page })).body['reference']).toBe('Copy of page-1 2')
    const { body } = await copy({ page, reference: 'team', title: 'Team', route: '/_/routes//' })
    expect(body).toMatchObject({ reference: 'team', title: 'Team' })
    expect((await read(page))['route']).toBe('/_/routes//')
    const taken = await copy({ page, reference: 'team' })
    expect([taken.status, taken.body.violations[0]?.propertyPath]).toEqual([422, 'reference'])
  })

  test('shares a group that is named after another page', async () => {
    const other = await content.makePage()
    await content.asEditor.patch(other.group, { pages: [other.page, page] })
    const { body } = await copy({ page })
    expect(body['componentGroups']).toContain(other.group)
    expect((await read(other.group))['pages']).toHaveLength(3)
  })

  test('of a template is a page without placeholders, or a template with them', async () => {
    await content.asEditor.patch(page, { isTemplate: true })
    await content.makeTitle(group, 'Everywhere', past, 0)
    const placeholder = { componentGroup: group, pageDataProperty: 'htmlContent', sortValue: 1 }
    const made = await content.asEditor.post('/_/component_positions', placeholder)
    expect(made.status).toBe(201)
    const positionsOf = async (body: Record<string, unknown>) => {
      const [own] = body['componentGroups'] as string[]
      return (await read(own!))['componentPositions'] as string[]
    }
    const template = (await copy({ page })).body
    expect(template['isTemplate']).toBe(true)
    const positions = await positionsOf(template)
    expect(positions).toHaveLength(2)
    expect(await read(positions[1]!)).toMatchObject({ pageDataProperty: 'htmlContent' })
    const plain = (await copy({ page, isTemplate: false })).body
    expect(await positionsOf(plain)).toHaveLength(1)
  })

  test('tells editors alone of a page that has no route, and of its drafts', async () => {
    await content.makeTitle(group, 'Live', past)
    await content.makeTitle(group, 'Draft', null)
    let iri = ''
    const events = await content.eventsDuring(async () => {
      iri = (await copy({ page })).body['@id']
    })
    const topics = events.map(({ topic }) => topic)
    expect(topics).toContain(iri)
    const drafts = events.filter(({ topic }) => topic.endsWith('?draft=1'))
    expect(drafts.every(({ isPrivate }) => isPrivate)).toBe(true)
    expect((await content.asVisitor.get(iri)).status).toBe(401)
  })

  describe('copies nothing', () => {
    const pageCount = async () => (await content.asEditor.get('/_/pages')).body['totalItems']

    test('for anyone but editors', async () => {
      expect((await copy({ page }, content.asVisitor)).status).toBe(401)
      expect((await copy({ page }, content.asUser)).status).toBe(403)
      expect(await pageCount()).toBe(1)
    })

    test.each([
      ['no page', {}, 422],
      ['something else', { page: '/_/layouts/1' }, 422],
      ['a page that does not exist', { page: '/_/pages/nowhere' }, 404],
      ['a number', { page: 1 }, 422],
    ])('of %s', async (_, body, status) => {
      expect((await copy(body)).status).toBe(status)
      expect(await pageCount()).toBe(1)
    })

    test('if a part of the page cannot be what is asked for', async () => {
      await content.makeTitle(group, 'Live')
      const events = await content.eventsDuring(async () => {
        expect((await copy({ page, layout: '/_/layouts/nowhere' })).status).toBe(400)
        expect((await copy({ page, reference: ' ' })).status).toBe(422)
      })
      expect(events).toEqual([])
      expect(await pageCount()).toBe(1)
    })
  })

  test('is named by the entry point, accepts POST only, and creates one page for one key', async () => {
    expect((await content.asVisitor.get('/')).body['pageCopy']).toBe(copies)
    const { status, headers } = await content.asEditor.get(copies)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    const key = { 'Idempotency-Key': '0193b5a0-0000-7000-8000-000000000001' }
    const ask = () => content.asEditor.ask('POST', copies, { body: { page }, headers: key })
    const [first, second] = [await ask(), await ask()]
    expect(second.body['@id']).toBe(first.body['@id'])
  })
})
