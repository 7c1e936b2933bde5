import { beforeEach, expect, test } from 'vitest'
import { type Content, createContent, past } from './content.ts'
import { eachDatabase } from '../support/databases.ts'

eachDatabase('what the hub is told', (open) => {
  let content: Content
  let page: Awaited<ReturnType<Content['makePage']>>
  beforeEach(async () => {
    content = createContent(await open())
    page = await content.makePage('/')
  })

  test('a new component: it, its position and the group, as a visitor would get them', async () => {
    const told = await content.eventsOf(() => content.makeTitle(page.group, 'Hello'))
    const { componentPositions } = (await content.asVisitor.get(page.group)).body
    const position = (await content.asVisitor.get(componentPositions[0]!)).body
    const title = (await content.asVisitor.get(String(position['component']))).body
    expect(told.map(({ topic }) => topic)).toEqual([title['@id'], position['@id'], page.group])
    expect(told.map(({ isPrivate }) => isPrivate)).toEqual([false, false, false])
    expect(told.map(({ data }) => data)).toEqual([
      title,
      position,
      (await content.asVisitor.get(page.group)).body,
    ])
  })

  test('a draft: to those who may see it, and its live row to all', async () => {
    const live = await content.makeTitle(page.group, 'Live')
    const told = await content.eventsOf(() =>
      content.asEditor.patch(live['@id'], { title: 'Draft' }),
    )
    const draft = (await content.asEditor.get(live['@id'])).body
    expect(told.map(({ topic, isPrivate }) => ({ topic, isPrivate }))).toEqual([
      { topic: `${draft['@id']}?draft=1`, isPrivate: true },
      { topic: live['@id'], isPrivate: false },
    ])
    expect(told[0]!.data).toEqual(draft)
    expect(told[1]!.data).toEqual((await content.asVisitor.get(live['@id'])).body)
  })

  test('a publication: the live row to all, the end of the draft to those who saw it', async () => {
    const live = await content.makeTitle(page.group, 'Live')
    const draft = (await content.asEditor.patch(live['@id'], { title: 'Draft' })).body
    const told = await content.eventsOf(() =>
      content.asEditor.patch(draft['@id'], { publishedAt: past }),
    )
    expect(told).toEqual([
      {
        topic: live['@id'],
        isPrivate: false,
        data: (await content.asVisitor.get(live['@id'])).body,
      },
      { topic: `${draft['@id']}?draft=1`, isPrivate: true, data: { '@id': draft['@id'] } },
    ])
  })

  test('a changed relation: its old and its new target', async () => {
    const other = await content.makePage()
    const told = await content.eventsOf(() =>
      content.asEditor.patch(page.page, { layout: other.layout }),
    )
    expect(told.map(({ topic }) => topic).toSorted()).toEqual(
      [page.page, page.layout, other.layout].toSorted(),
    )
  })

  test('a redirect: every route it leads through', async () => {
    await content.made('/_/routes', { path: '/b', name: 'b', redirect: page.route })
    const told = await content.eventsOf(() =>
      content.made('/_/routes', { path: '/a', name: 'a', redirect: '/_/routes//b' }),
    )
    expect(told.map(({ topic }) => topic)).toEqual(['/_/routes//a', '/_/routes//b', '/_/routes//'])
  })

  test('page data and its components: the dynamic positions that show them', async () => {
    const pageDataClass = 'App\\Entity\\ArticleData'
    const position = await content.made('/_/component_positions', {
      componentGroup: page.group,
      pageDataProperty: 'heading',
      pageDataClass,
    })
    const heading = await content.makeTitle(null, 'Heading')
    const data = await content.made('/page_data/article_datas', { page: page.page })
    const bound = await content.eventsOf(() =>
      content.asEditor.patch(data['@id'], { heading: heading['@id'] }),
    )
    expect(bound.map(({ topic }) => topic)).toContain(position['@id'])
    const edited = await content.eventsOf(() =>
      content.asEditor.patch(`${heading['@id']}?published=true`, { title: 'New' }),
    )
    expect(edited.map(({ topic }) => topic).toSorted()).toEqual(
      [heading['@id'], data['@id'], position['@id']].toSorted(),
    )
  })

  test('what no visitor could read goes only to editors', async () => {
    const hidden = await content.makePage()
    const told = await content.eventsOf(() =>
      content.asEditor.patch(hidden.page, { title: 'Secret' }),
    )
    expect(told).toMatchObject([{ topic: hidden.page, isPrivate: true }])
    const title = await content.eventsOf(() => content.makeTitle(hidden.group, 'Secret too'))
    expect(title[0]).toMatchObject({ isPrivate: true })
  })
})
