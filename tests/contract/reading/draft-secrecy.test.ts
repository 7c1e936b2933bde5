import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, type Json, createContentApi, past } from '../support/content-api.ts'

const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString()
/** The word that every text which only editors may read contains, and no other. */
const secret = 'SECRET'

eachDatabase('a draft', (open) => {
  let content: ContentApi
  /** Drafts of live resources, whose IRIs are secret as well. */
  const draftsOfLive: string[] = []
  const drafts: string[] = []
  let iris: string[]
  let paths: string[]

  const draftOf = async (live: Json, body: Record<string, unknown>) => {
    const draft = (await content.asEditor.patch(live['@id'], body)).body
    draftsOfLive.push(draft['@id'])
    drafts.push(draft['@id'])
  }
  const makeDraft = async (endpoint: string, body: Record<string, unknown>) => {
    const draft = await content.create(endpoint, body)
    drafts.push(draft['@id'])
    return draft['@id']
  }

  beforeAll(async () => {
    content = createContentApi(await open())
    const page = await content.makePage('/page')
    const { asEditor, create, makeTitle } = content
    const inGroup = { componentPositions: [{ componentGroup: page.group }] }

    await draftOf(await makeTitle(page.group, 'Edited'), { title: `${secret} edit` })
    await draftOf(await makeTitle(page.group, 'Scheduled'), {
      title: `${secret} scheduled edit`,
      publishedAt: inAYear,
    })
    await makeDraft('/component/titles', { title: `${secret} new`, ...inGroup })
    await makeDraft('/component/html_contents', {
      html: `<p>${secret} scheduled</p>`,
      publishedAt: inAYear,
      ...inGroup,
    })
    await makeDraft('/component/titles', { title: `${secret} nowhere` })

    const outer = await makeTitle(page.group, 'Outer')
    const inner = await create('/_/component_groups', {
      reference: `inner_${outer['@id']}`,
      location: outer['@id'],
      components: [outer['@id']],
    })
    await draftOf(await makeTitle(inner['@id'], 'Inner'), { title: `${secret} inner` })

    const menu = await create('/_/component_groups', {
      reference: `top_${page.layout}`,
      location: page.layout,
      layouts: [page.layout],
    })
    const link = await create('/component/navigation_links', {
      label: 'Link',
      route: page.route,
      publishedAt: past,
      componentPositions: [{ componentGroup: menu['@id'] }],
    })
    await draftOf(link, { label: `${secret} link`, rawPath: `/${secret}` })

    const fallback = await makeTitle(null, 'Fallback')
    const position = {
      componentGroup: page.group,
      pageDataClass: 'App\\Entity\\ArticleData',
      pageDataProperty: 'heading',
    }
    await create('/_/component_positions', { ...position, component: fallback['@id'] })
    await draftOf(fallback, { title: `${secret} fallback` })
    const bound = await makeTitle(null, 'Bound')
    for (const [path, heading] of [
      ['/bound', bound['@id']],
      ['/unpublished', await makeDraft('/component/titles', { title: `${secret} bound` })],
    ]) {
      const data = await create('/page_data/article_datas', { page: page.page, heading })
      await create('/_/routes', { path, name: path, pageData: data['@id'] })
    }
    await draftOf(bound, { title: `${secret} bound edit` })

    for (const resourceIri of ['/component/titles', '/component/navigation_links']) {
      await create('/component/collections', { resourceIri, ...inGroup })
    }
    await asEditor.patch(page.route!, { path: '/moved' })

    const rows = await content.db.selectFrom('resource').select('iri').execute()
    iris = rows.map(({ iri }) => iri)
    paths = iris.flatMap((iri) => (iri.startsWith('/_/routes/') ? [iri.slice(10)] : []))
  })

  const roles = ['visitor', 'user'] as const
  const asRole = (role: (typeof roles)[number]) =>
    role === 'visitor' ? content.asVisitor : content.asUser

  const leaks = (text: string) => [
    ...(text.includes(secret) ? [secret] : []),
    ...draftsOfLive.filter((iri) => text.includes(iri)),
  ]

  /** Returns every address that can be read. */
  const addresses = async () => {
    const docs = (await content.asVisitor.get('/docs.json')).body
    const endpoints = Object.keys(docs['paths'] as object).filter(
      (path) => !/\{|^\/users/.test(path),
    )
    const queries = ['', '?published=true', '?published=false', '?validate_published=true']
    const searches = ['title', 'label', 'html', 'reference', 'path'].map(
      (property) => `?${property}=${secret}&order[createdAt]=asc&perPage=100`,
    )
    const ids = iris.map((iri) => iri.slice(iri.lastIndexOf('/') + 1))
    return [
      ...['/', '/docs.jsonld', '/docs.json', '/_/page_data_metadatas'],
      ...endpoints.flatMap((endpoint) =>
        [...queries, ...searches].map((query) => endpoint + query),
      ),
      ...iris.flatMap((iri) => [...queries, '.jsonld'].map((query) => iri + query)),
      ...iris.flatMap((iri) => [`${iri}/usage`, `${iri}/usage?published=false`]),
      ...iris.flatMap((iri) => [`${iri}/redirects`, `${iri}/children`]),
      ...['resource_manifest', 'routes_manifest'].flatMap((manifest) =>
        [...paths, ...ids].map((id) => `/_/${manifest}/${id}`),
      ),
    ]
  }

  test('appears everywhere for editors', async () => {
    expect(draftsOfLive).toHaveLength(6)
    for (const iri of drafts) {
      const { status, body } = await content.asEditor.get(iri)
      expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(secret)])
    }
    const page = JSON.stringify(await content.payload('/moved', content.editor))
    expect(leaks(page).length).toBeGreaterThan(4)
    const manifest = await content.asEditor.get('/_/resource_manifest//moved')
    expect(leaks(JSON.stringify(manifest.body)).length).toBeGreaterThan(2)
    const list = await content.asEditor.get(`/component/titles?perPage=100`)
    expect(leaks(JSON.stringify(list.body)).length).toBeGreaterThan(4)
  })

  describe.each(roles)('for a %s', (role) => {
    test('appears at no address, with any query', async () => {
      const all = await addresses()
      expect(all.length).toBeGreaterThan(500)
      const found: string[] = []
      for (const address of all) {
        const { body } = await asRole(role).get(address)
        // The envelope of a list repeats its search terms.
        const { view: _, ...properties } = (body ?? {}) as Json & { view?: unknown }
        const leaked = leaks(JSON.stringify(properties))
        found.push(...leaked.map((leak) => `${address}: ${leak}`))
      }
      expect(found).toEqual([])
    }, 120_000)

    test('appears at no position, from any page', async () => {
      const positions = iris.filter((iri) => iri.startsWith('/_/component_positions/'))
      const pages = [...paths, ...iris.filter((iri) => iri.startsWith('/page_data/'))]
      for (const path of pages) {
        for (const position of positions) {
          const { status, body } = await asRole(role).get(position, { path })
          expect([status, leaks(JSON.stringify(body))]).toEqual([200, []])
        }
      }
    })

    test('cannot be read or written by its IRI', async () => {
      for (const iri of drafts) {
        expect((await asRole(role).get(iri)).status).toBe(404)
        expect((await asRole(role).get(`${iri}/usage`)).status).toBe(404)
        const refused = role === 'visitor' ? 401 : 404
        expect((await asRole(role).patch(iri, { title: 'x' })).status).toBe(refused)
        expect((await asRole(role).remove(iri)).status).toBe(refused)
      }
    })

    test('appears in no page payload', async () => {
      const viewer =
        role === 'visitor' ? content.visitor : { userId: 'u1', roles: ['ROLE_USER'] as const }
      for (const path of [...paths, ...iris]) {
        // An error repeats the requested path.
        const { failure: _, ...answer } = await content.payload(path, viewer)
        expect([path, leaks(JSON.stringify(answer))]).toEqual([path, []])
      }
    })
  })

  test('sends events only to those who may see it', async () => {
    const frames = await content.db.selectFrom('event').selectAll().execute()
    const shared = frames.filter((frame) => frame.audience === 'public')
    expect(shared.length).toBeGreaterThan(20)
    expect(shared.flatMap(({ topic, data }) => leaks(topic + data))).toEqual([])
    expect(frames.flatMap(({ topic, data }) => leaks(topic + data)).length).toBeGreaterThan(9)
  })
})
