/**
 * Tests that hidden resources do not show in what visitors may read. `read-access.test.ts` tests more of it at random.
 */
import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, type Json, createContentApi, past } from '../support/content-api.ts'

/** The word that every text which visitors may not read contains, and no other. */
const secret = 'SECRET'

eachDatabase('a hidden resource', (open) => {
  let content: ContentApi
  let hidden: Awaited<ReturnType<ContentApi['makePage']>>
  let open_: typeof hidden
  let inHidden: Json
  beforeAll(async () => {
    content = createContentApi(await open())
    hidden = await content.makePage(`/user-area/${secret}`)
    open_ = await content.makePage('/open')
    await content.asEditor.patch(hidden.page, { title: secret, metaDescription: secret })
    inHidden = await content.makeTitle(hidden.group, secret)
  })

  const toVisitors = async (iri: string) => {
    const { status, body } = await content.asVisitor.get(iri)
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    for (const leak of [secret, hidden.page, inHidden['@id']]) expect(text).not.toContain(leak)
    return body
  }

  test.each(['parentPage', 'parentPageData'])(
    'as a %s does not appear in its child',
    async (relation) => {
      const data = await content.create('/page_data/article_datas', {
        title: secret,
        page: hidden.page,
        heading: inHidden['@id'],
      })
      const parent = relation === 'parentPage' ? hidden.page : data['@id']
      const child = await content.makePage(`/child-of-${relation.toLowerCase()}`)
      await content.asEditor.patch(child.page, { [relation]: parent })
      const path = child.route!.slice('/_/routes/'.length)
      for (const viewer of [content.visitor, content.editor]) {
        const payload = JSON.stringify(await content.payload(path, viewer))
        const isContained = [secret, hidden.page].map((word) => payload.includes(word))
        expect(isContained).toEqual(viewer === content.editor ? [true, true] : [false, false])
      }
      for (const manifest of [`/_/resource_manifest/${path}`, `/_/routes_manifest/${path}`]) {
        await toVisitors(manifest)
      }
      expect(await toVisitors(child.page)).not.toHaveProperty(relation)
      await content.asEditor.remove(child.page)
      await content.asEditor.remove(data['@id'])
    },
  )

  test('appears in no list and no Collection, nor in their totals', async () => {
    const shown = await content.makeTitle(open_.group, 'Shown')
    const loose = await content.makeTitle(null, 'Nowhere')
    const list = await toVisitors('/component/titles')
    const iris = [loose['@id'], shown['@id']]
    expect(list.member.map((member) => member['@id'])).toEqual(iris)
    expect(list['totalItems']).toBe(2)
    const second = await toVisitors('/component/titles?perPage=1&page=2')
    expect(second.member.map((member) => member['@id'])).toEqual([shown['@id']])
    const collection = await content.create('/component/collections', {
      resourceIri: '/component/titles',
    })
    expect((await toVisitors(collection['@id']))['collection']).toMatchObject({ totalItems: 2 })
    const all = (await content.asUser.get('/component/titles')).body
    expect(all['totalItems']).toBe(3)
  })

  test('appears neither as the target nor as the source of a redirect', async () => {
    const made = (path: string, redirect: string) =>
      content.create('/_/routes', { path, name: path, redirect })
    const away = await made('/away', hidden.route!)
    const here = await made(`/user-area/${secret}-old`, open_.route!)
    const body = await toVisitors(away['@id'])
    for (const name of ['redirect', 'redirectPath', 'page']) expect(body).not.toHaveProperty(name)
    expect((await content.payload('/away', content.visitor)).status).toBe(401)
    expect(await content.payload('/away', { userId: 'u1', roles: ['ROLE_USER'] })).toMatchObject({
      status: 308,
      redirect: `/user-area/${secret}`,
    })
    expect((await toVisitors(open_.route!))['redirectedFrom']).toEqual([])
    expect((await toVisitors(`${open_.route}/redirects`))['redirectedFrom']).toEqual([])
    const { body: published } = await content.asUser.get(open_.route!)
    expect(published['redirectedFrom']).toEqual([here['@id']])
  })

  test('appears in no link, group, layout or position', async () => {
    const link = await content.create('/component/navigation_links', {
      label: 'Members',
      route: hidden.route,
      publishedAt: past,
    })
    const { label, ...properties } = await toVisitors(link['@id'])
    expect([label, 'url' in properties, 'route' in properties]).toEqual(['Members', false, false])
    expect((await content.asUser.get(link['@id'])).body['url']).toBe(`/user-area/${secret}`)

    const shared = await content.create('/_/component_groups', {
      reference: `side_${hidden.page}`,
      location: hidden.page,
      pages: [hidden.page, open_.page],
    })
    const group = await toVisitors(shared['@id'])
    expect(group['pages']).toEqual([open_.page])
    expect(group).not.toHaveProperty('location')
    expect(group).not.toHaveProperty('reference')
    expect((await toVisitors(hidden.layout))['pages']).toEqual([])
    const position = await toVisitors(inHidden.componentPositions[0]!)
    expect(position).not.toHaveProperty('component')
    expect(position._metadata).not.toHaveProperty('staticComponent')
  })

  describe('sends events', () => {
    const audiences = async (write: () => Promise<unknown>) => {
      const before = await content.db.selectFrom('event').select('id').execute()
      await write()
      const all = await content.db.selectFrom('event').selectAll().orderBy('id').execute()
      return all.slice(before.length).map(({ topic, audience }) => [topic, audience])
    }

    test('only to those who may read it, also when it is deleted', async () => {
      const { asEditor, makeTitle } = content
      const restricted = await makeTitle(hidden.group, `${secret} too`)
      const iri = restricted['@id']
      expect(
        await audiences(() => asEditor.patch(`${iri}?published=true`, { title: secret })),
      ).toEqual([[iri, 'user']])
      const gone = await audiences(() => asEditor.remove(`${iri}?published=true`))
      expect(gone).toContainEqual([iri, 'user'])

      const unrouted = await content.makePage()
      const { '@id': unseen } = await makeTitle(unrouted.group, secret)
      const ended = await audiences(() => asEditor.remove(unrouted.page))
      expect(ended).toContainEqual([unseen, 'editor'])
      expect(ended).toContainEqual([unrouted.page, 'editor'])

      const { '@id': route } = await content.create('/_/routes', {
        path: `/user-area/${secret}-too`,
        name: `${secret}-too`,
        redirect: open_.route,
      })
      const forgotten = await audiences(() => asEditor.remove(route))
      expect(forgotten).toContainEqual([route, 'user'])
      expect(forgotten).toContainEqual([open_.route, 'public'])
    })

    test('to everybody once it is published, also for its position', async () => {
      const draft = await content.makeTitle(open_.group, 'Soon', null)
      const [position = ''] = draft.componentPositions
      expect((await content.asVisitor.get(position)).body).not.toHaveProperty('component')
      const published = await audiences(() =>
        content.asEditor.patch(draft['@id'], { publishedAt: past }),
      )
      expect(published).toEqual([
        [draft['@id'], 'public'],
        [position, 'public'],
      ])
      expect((await content.asVisitor.get(position)).body['component']).toBe(draft['@id'])
    })
  })
})

eachDatabase('a list with many members', (open) => {
  /** Counts the SQL statements and the characters they return. */
  const createMeter = () => {
    const count = { statements: 0, characters: 0 }
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        count.statements += 1
        count.characters += JSON.stringify(result.rows).length
        return Promise.resolve(result)
      },
    }
    return { count, plugin }
  }

  const costOf = async (many: number) => {
    const { count, plugin } = createMeter()
    const content = createContentApi((await open()).withPlugin(plugin))
    const page = await content.makePage('/open')
    const hidden = await content.makePage('/user-area/hidden')
    for (let made = 0; made < 3; made += 1) await content.makeTitle(hidden.group, 'Hidden')
    for (let made = 0; made < many; made += 1) await content.makeTitle(page.group, 'Open')
    Object.assign(count, { statements: 0, characters: 0 })
    const { body } = await content.asVisitor.get('/component/titles?perPage=5')
    expect([body['totalItems'], body.member.length]).toEqual([many, 5])
    return { ...count }
  }

  test('makes a long list no slower for a visitor: only members that may be hidden are checked', async () => {
    const [few, lots] = [await costOf(10), await costOf(200)]
    expect(lots.statements).toBeLessThanOrEqual(few.statements + 2)
    expect(lots.characters).toBeLessThan(few.characters * 3)
  }, 60_000)
})
