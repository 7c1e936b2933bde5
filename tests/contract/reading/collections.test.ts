import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, type Json, createContentApi } from '../support/content-api.ts'

eachDatabase('collections', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeEach(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/blog')
  })

  const makeArticle = async (title: string, path?: string) => {
    const article = await content.create('/page_data/blog_article_datas', {
      title,
      page: page.page,
    })
    if (path) await content.create('/_/routes', { path, name: path, pageData: article['@id'] })
    return article['@id']
  }
  const makeCollection = (body: Record<string, unknown>) =>
    content.create('/component/collections', {
      resourceIri: '/page_data/blog_article_datas',
      ...body,
      componentPositions: [{ componentGroup: page.group }],
    })
  const shown = async (iri: string, who = content.asVisitor) =>
    (await who.get(iri)).body['collection'] as Json & Record<'view', { last: string }>
  const titles = (list: Json) => list.member.map((member) => member['title'])

  describe('as components', () => {
    test('contain the listed items that the viewer may see', async () => {
      await makeArticle('One', '/blog/one')
      await makeArticle('Two', '/blog/two')
      await makeArticle('Unrouted')
      const { '@id': iri } = await makeCollection({ perPage: 8 })
      const { body } = await content.asVisitor.get(iri)
      expect(body).toMatchObject({
        '@type': 'Collection',
        resourceIri: '/page_data/blog_article_datas',
        perPage: 8,
        _metadata: { persisted: true, collection: true },
      })
      const list = await shown(iri)
      expect(list).toMatchObject({ '@id': '/page_data/blog_article_datas', totalItems: 2 })
      expect(list).not.toHaveProperty('@context')
      expect(titles(list)).toEqual(['Two', 'One'])
      const member = (await content.asVisitor.get(list.member[0]!['@id'])).body
      expect({ '@context': member['@context'], ...list.member[0] }).toEqual(member)
      expect(titles(await shown(iri, content.asEditor))).toEqual(['Unrouted', 'Two', 'One'])
      const headers = (await content.asEditor.get(iri)).headers
      expect(headers.get('cache-control')).toBe('private, no-store')
    })

    test('contain their listed items in the response to a write, too', async () => {
      await makeArticle('One', '/blog/one')
      const { '@id': iri, collection } = await makeCollection({})
      expect(titles(collection as Json)).toEqual(['One'])
      const { body } = await content.asEditor.patch(iri, { resourceIri: '/component/titles' })
      expect(body['collection']).toMatchObject({ '@id': '/component/titles', totalItems: 0 })
    })

    test('have default parameters, which the request overrides or removes', async () => {
      for (const title of ['Amber', 'Blue', 'Bronze', 'Coral']) {
        await makeArticle(title, `/blog/${title}`)
      }
      const { '@id': iri } = await makeCollection({
        perPage: 2,
        defaultQueryParameters: { order: { title: 'asc' }, title: 'b' },
      })
      expect(titles(await shown(iri))).toEqual(['Amber', 'Blue'])
      expect(await shown(iri)).toMatchObject({ totalItems: 3 })
      expect((await shown(iri)).view.last).toContain('page=2')
      expect(titles(await shown(`${iri}?page=2`))).toEqual(['Bronze'])
      expect(titles(await shown(`${iri}?title=cor`))).toEqual(['Coral'])
      expect(await shown(`${iri}?title=`)).toMatchObject({ totalItems: 4 })
      expect(titles(await shown(`${iri}?order[title]=desc`))).toEqual(['Bronze', 'Blue'])
      expect(titles(await shown(`${iri}?perPage=3`))).toHaveLength(3)
    })

    test('ignore invalid parameters of the page’s address', async () => {
      await makeArticle('One', '/blog/one')
      const { '@id': iri } = await makeCollection({})
      for (const query of [
        'page=x',
        'page=0',
        'perPage=-1',
        'utm_source=mail',
        'published=maybe',
        'partial=true',
      ]) {
        expect(titles(await shown(`${iri}?${query}`))).toEqual(['One'])
        expect(await shown(`${iri}?${query}`)).toMatchObject({ totalItems: 1 })
      }
    })

    test('list an existing type, and do not nest endlessly', async () => {
      const refused = async (body: Record<string, unknown>) =>
        (await content.asEditor.post('/component/collections', body)).body.violations.map(
          ({ propertyPath }) => propertyPath,
        )
      expect(await refused({})).toEqual(['resourceIri'])
      expect(await refused({ resourceIri: '/page_data/nothing' })).toEqual(['resourceIri'])
      expect(await refused({ resourceIri: '/_/layouts', perPage: 0 })).toEqual(['perPage'])
      expect(await refused({ resourceIri: '/_/layouts', defaultQueryParameters: 'x' })).toEqual([
        'defaultQueryParameters',
      ])
      const own = await makeCollection({ resourceIri: '/component/collections' })
      const [inner] = (await shown(own['@id'])).member
      expect(inner).toMatchObject({ '@id': own['@id'] })
      expect(inner).not.toHaveProperty('collection')
      const [listed] = (await content.asVisitor.get('/component/collections')).body.member
      expect(listed).toHaveProperty('collection')
    })

    test('have no drafts and publish no events, unlike their positions and groups', async () => {
      const events = await content.eventsDuring(() => makeCollection({}))
      expect(events.map(({ data }) => data['@type'])).toEqual([
        'ComponentPosition',
        'ComponentGroup',
      ])
      const { '@id': iri } = await makeCollection({})
      const { body } = await content.asEditor.patch(iri, { perPage: 3 })
      expect(body).toMatchObject({ '@id': iri, perPage: 3 })
      expect(body._metadata).not.toHaveProperty('publishable')
    })

    test('are embedded in the page payload, using the query of its address', async () => {
      await makeArticle('One', '/blog/one')
      await makeArticle('Two', '/blog/two')
      const { '@id': iri } = await makeCollection({ perPage: 1 })
      const listed = async (query?: string) => {
        const answer = await content.payload(
          '/blog',
          content.visitor,
          query === undefined ? undefined : new URLSearchParams(query),
        )
        const entry = answer.entries.find(({ resource }) => resource['@id'] === iri)
        return titles(entry!.resource['collection'] as Json)
      }
      expect(await listed()).toEqual(['Two'])
      expect(await listed('page=2')).toEqual(['One'])
    })
  })

  describe('as lists', () => {
    test('describe their filters', async () => {
      const { body } = await content.asVisitor.get('/_/layouts')
      expect(body['search']).toEqual({
        '@type': 'IriTemplate',
        template: '/_/layouts{?order[createdAt],order[reference],reference,uiComponent}',
        variableRepresentation: 'BasicRepresentation',
        mapping: ['order[createdAt]', 'order[reference]', 'reference', 'uiComponent'].map(
          (variable) => ({
            '@type': 'IriTemplateMapping',
            variable,
            property: variable.replace(/^order\[(.*)\]$/, '$1'),
            required: false,
          }),
        ),
      })
      const pages = (await content.asVisitor.get('/_/pages')).body['search']
      expect(pages).toMatchObject({ template: expect.stringContaining('isTemplate[]') })
    })

    test('link to other pages only if there are any or a filter was used', async () => {
      for (const at of [1, 2, 3]) await content.makePage(`/${at}`)
      const view = async (query: string) =>
        (await content.asVisitor.get(`/_/routes${query}`)).body['view']
      expect(await view('')).toBeUndefined()
      expect(await view('?page=1')).toBeUndefined()
      expect(await view('?order[path]=asc')).toEqual({
        '@id': '/_/routes?order[path]=asc',
        '@type': 'PartialCollectionView',
      })
      expect(await view('?perPage=2&page=2')).toEqual({
        '@id': '/_/routes?perPage=2&page=2',
        '@type': 'PartialCollectionView',
        first: '/_/routes?perPage=2&page=1',
        last: '/_/routes?perPage=2&page=2',
        previous: '/_/routes?perPage=2&page=1',
      })
      const capped = (await content.asVisitor.get('/_/routes?perPage=5000')).body
      expect(capped.member).toHaveLength(4)
    })

    test('search without regard to case in any script, and treat pattern characters as text', async () => {
      const references = ['Été à Łódź', 'ΑΘΗΝΑ', 'привет', '100% [a-c] *?_^$.(x)\\']
      for (const reference of references) {
        await content.create('/_/layouts', { reference, uiComponent: 'Primary' })
      }
      const found = async (term: string) =>
        (
          await content.asVisitor.get(`/_/layouts?reference=${encodeURIComponent(term)}`)
        ).body.member.map((layout) => layout['reference'])
      const [french, greek, russian, signs] = references
      for (const [term, reference] of [
        ['ÉTÉ', french],
        ['łÓDŹ', french],
        ['αθηνα', greek],
        ['ПРИВ', russian],
        ['100%', signs],
        ['[A-C]', signs],
        ['*?_^$.(X)\\', signs],
      ] as const) {
        expect(await found(term)).toEqual([reference])
      }
      for (const term of ['[a-z]', '.', '%%', 'a*b', '^']) {
        expect(await found(term)).toEqual(term === '.' || term === '^' ? [signs] : [])
      }
      expect(await found('x'.repeat(5000))).toEqual([])
    })

    test('of articles return twelve at a time, newest first or by title on request', async () => {
      for (let at = 10; at < 24; at += 1) await makeArticle(`Article ${at}`, `/blog/${at}`)
      const list = async (query = '') =>
        (await content.asVisitor.get(`/page_data/blog_article_datas${query}`)).body
      expect((await list()).member).toHaveLength(12)
      expect(titles(await list())[0]).toBe('Article 23')
      expect(titles(await list('?order[title]=asc&perPage=1'))).toEqual(['Article 10'])
      expect((await list('?title=ARTICLE%202'))['totalItems']).toBe(4)
    })
  })
})
