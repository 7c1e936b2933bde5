import { beforeEach, describe, expect, test } from 'vitest'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('events of the hub', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeEach(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/')
  })

  test('a new component: itself, its position and the group, as a visitor may see them', async () => {
    const events = await content.eventsDuring(() => content.makeTitle(page.group, 'Hello'))
    const { componentPositions } = (await content.asVisitor.get(page.group)).body
    const position = (await content.asVisitor.get(componentPositions[0]!)).body
    const title = (await content.asVisitor.get(String(position['component']))).body
    expect(events.map(({ topic }) => topic)).toEqual([title['@id'], position['@id'], page.group])
    expect(events.map(({ isPrivate }) => isPrivate)).toEqual([false, false, false])
    expect(events.map(({ data }) => data)).toEqual([
      title,
      position,
      (await content.asVisitor.get(page.group)).body,
    ])
  })

  test('a draft: itself to editors, its live version to everyone', async () => {
    const live = await content.makeTitle(page.group, 'Live')
    const events = await content.eventsDuring(() =>
      content.asEditor.patch(live['@id'], { title: 'Draft' }),
    )
    const draft = (await content.asEditor.get(live['@id'])).body
    expect(events.map(({ topic, isPrivate }) => ({ topic, isPrivate }))).toEqual([
      { topic: `${draft['@id']}?draft=1`, isPrivate: true },
      { topic: live['@id'], isPrivate: false },
    ])
    expect(events[0]!.data).toEqual(draft)
    expect(events[1]!.data).toEqual((await content.asVisitor.get(live['@id'])).body)
  })

  test('a publication: the live version to everyone, the end of the draft to editors', async () => {
    const live = await content.makeTitle(page.group, 'Live')
    const draft = (await content.asEditor.patch(live['@id'], { title: 'Draft' })).body
    const events = await content.eventsDuring(() =>
      content.asEditor.patch(draft['@id'], { publishedAt: past }),
    )
    expect(events).toEqual([
      {
        topic: live['@id'],
        isPrivate: false,
        data: (await content.asVisitor.get(live['@id'])).body,
      },
      { topic: `${draft['@id']}?draft=1`, isPrivate: true, data: { '@id': draft['@id'] } },
    ])
  })

  test('a changed reference: its old and its new target', async () => {
    const other = await content.makePage()
    const events = await content.eventsDuring(() =>
      content.asEditor.patch(page.page, { layout: other.layout }),
    )
    expect(events.map(({ topic }) => topic).toSorted()).toEqual(
      [page.page, page.layout, other.layout].toSorted(),
    )
  })

  test('a redirect: every route that it leads through', async () => {
    await content.create('/_/routes', { path: '/b', name: 'b', redirect: page.route })
    const events = await content.eventsDuring(() =>
      content.create('/_/routes', { path: '/a', name: 'a', redirect: '/_/routes//b' }),
    )
    expect(events.map(({ topic }) => topic)).toEqual([
      '/_/routes//a',
      '/_/routes//b',
      '/_/routes//',
    ])
    const chained = await content.eventsDuring(() =>
      content.create('/_/routes', { path: '/z', name: 'z', redirect: '/_/routes//a' }),
    )
    const chain = ['/_/routes//', '/_/routes//a', '/_/routes//b', '/_/routes//z']
    expect(chained.map(({ topic }) => topic).toSorted()).toEqual(chain)
    const changed = await content.eventsDuring(() =>
      content.asEditor.patch('/_/routes//z', { name: 'zz' }),
    )
    expect(changed.map(({ topic }) => topic).toSorted()).toEqual(chain)
    const gone = await content.eventsDuring(() => content.asEditor.remove('/_/routes//z'))
    expect(gone.map(({ topic }) => topic).toSorted()).toEqual(chain)
  })

  test('page data and its components: the dynamic positions that show them', async () => {
    const pageDataClass = 'App\\Entity\\ArticleData'
    const position = await content.create('/_/component_positions', {
      componentGroup: page.group,
      pageDataProperty: 'heading',
      pageDataClass,
    })
    const heading = await content.makeTitle(null, 'Heading')
    const data = await content.create('/page_data/article_datas', { page: page.page })
    const bound = await content.eventsDuring(() =>
      content.asEditor.patch(data['@id'], { heading: heading['@id'] }),
    )
    expect(bound.map(({ topic }) => topic)).toContain(position['@id'])
    const edited = await content.eventsDuring(() =>
      content.asEditor.patch(`${heading['@id']}?published=true`, { title: 'New' }),
    )
    expect(edited.map(({ topic }) => topic).toSorted()).toEqual(
      [heading['@id'], data['@id'], position['@id']].toSorted(),
    )
  })

  describe.each([
    ['of one class', { pageDataClass: 'App\\Entity\\ArticleData' }],
    ['of every class', {}],
  ])('a position bound to a property %s is announced', (_, ofClass) => {
    let position: string
    let heading: string
    let data: string
    const eventsOfPosition = async (write: () => Promise<unknown>) => {
      const events = await content.eventsDuring(write)
      return events.filter(({ topic }) => topic === position)
    }
    beforeEach(async () => {
      const made = await content.create('/_/component_positions', {
        componentGroup: page.group,
        pageDataProperty: 'heading',
        ...ofClass,
      })
      position = made['@id']
      heading = (await content.makeTitle(null, 'Heading'))['@id']
      const article = { page: page.page, heading, title: 'Old' }
      data = (await content.create('/page_data/article_datas', article))['@id']
    })

    test('when the component of the page data is deleted, or the page data itself', async () => {
      const { asEditor } = content
      const remove = (iri: string) => () => asEditor.remove(`${iri}?published=true`)
      expect(await eventsOfPosition(remove(heading))).toMatchObject([{ isPrivate: false }])
      expect(await eventsOfPosition(remove(data))).toEqual([])
      const other = (await content.makeTitle(null, 'Other'))['@id']
      const article = { page: page.page, heading: other }
      const again = (await content.create('/page_data/article_datas', article))['@id']
      expect(await eventsOfPosition(remove(again))).toMatchObject([{ isPrivate: false }])
    })

    test('when a draft is created or discarded, to editors; when it is published, to everyone', async () => {
      const edit = () => content.asEditor.patch(heading, { title: 'New' })
      expect(await eventsOfPosition(edit)).toMatchObject([{ isPrivate: true }])
      expect(await eventsOfPosition(() => content.asEditor.remove(heading))).toMatchObject([
        { isPrivate: true },
      ])
      await edit()
      const publish = () => content.asEditor.patch(heading, { publishedAt: past })
      expect(await eventsOfPosition(publish)).toMatchObject([{ isPrivate: false }])
    })

    test('but not when only the title of the page data changes', async () => {
      const events = await content.eventsDuring(() =>
        content.asEditor.patch(data, { title: 'New' }),
      )
      expect(events.map(({ topic }) => topic)).toEqual([data])
    })
  })

  test('sends what visitors may not read to editors only', async () => {
    const hidden = await content.makePage()
    const events = await content.eventsDuring(() =>
      content.asEditor.patch(hidden.page, { title: 'Secret' }),
    )
    expect(events).toMatchObject([{ topic: hidden.page, isPrivate: true }])
    const title = await content.eventsDuring(() => content.makeTitle(hidden.group, 'Secret too'))
    expect(title[0]).toMatchObject({ isPrivate: true })
  })
})
