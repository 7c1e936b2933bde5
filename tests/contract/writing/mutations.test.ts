import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type ContentApi, createContentApi, past } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('mutations', (open) => {
  let content: ContentApi
  let page: Awaited<ReturnType<ContentApi['makePage']>>
  beforeEach(async () => {
    content = createContentApi(await open())
    page = await content.makePage('/')
  })

  const violations = async (endpoint: string, body: unknown) => {
    const { status, body: refused } = await content.asEditor.post(endpoint, body)
    expect(status).toBe(422)
    return refused.violations.map(({ propertyPath }) => propertyPath)
  }
  const statusOf = async (iri: string, who = content.asEditor) => (await who.get(iri)).status
  const titles = async (group = page.group) => {
    const { body } = await content.asEditor.get(group)
    const positions = await Promise.all(
      body.componentPositions.map((iri) => content.asEditor.get(iri)),
    )
    return Promise.all(
      positions.map(async ({ body: position }) => {
        const component = await content.asEditor.get(String(position['component']))
        return `${String(position['sortValue'])} ${String(component.body['title'])}`
      }),
    )
  }
  const positionOf = async (title: string) => {
    const { body } = await content.asEditor.get(page.group)
    for (const iri of body.componentPositions) {
      const component = (await content.asEditor.get(iri)).body['component']
      if ((await content.asEditor.get(String(component))).body['title'] === title) return iri
    }
    throw new Error(`No position shows ${title}.`)
  }

  describe('validation', () => {
    test('requires the properties of layouts, pages, groups, page data and parameters', async () => {
      expect(await violations('/_/layouts', {})).toEqual(['reference', 'uiComponent'])
      expect(await violations('/_/pages', { title: null })).toEqual([
        'reference',
        'layout',
        'isTemplate',
        'uiComponent',
      ])
      expect(await violations('/_/component_groups', { reference: ' ' })).toEqual([
        'reference',
        'location',
      ])
      expect(await violations('/page_data/article_datas', {})).toEqual(['page'])
      expect(await violations('/_/site_config_parameters', { value: '1' })).toEqual(['key'])
    })

    test('requires unique references, which are free again after a change or deletion', async () => {
      const layout = { reference: 'mine', uiComponent: 'Primary' }
      const first = await content.create('/_/layouts', layout)
      expect(await violations('/_/layouts', layout)).toEqual(['reference'])
      expect((await content.asEditor.patch(first['@id'], layout)).status).toBe(200)
      await content.asEditor.patch(first['@id'], { reference: 'other' })
      const second = await content.create('/_/layouts', layout)
      await content.asEditor.remove(second['@id'])
      await content.create('/_/layouts', layout)
    })

    test('allows a page one parent, which is not its descendant', async () => {
      const below = await content.makePage()
      const data = await content.create('/page_data/article_datas', {
        page: below.page,
        parentPage: page.page,
      })
      await content.asEditor.patch(below.page, { parentPageData: data['@id'] })
      const both = await content.asEditor.patch(below.page, { parentPage: page.page })
      expect(both.body.violations.map(({ propertyPath }) => propertyPath)).toEqual([''])
      const cycle = await content.asEditor.patch(page.page, { parentPage: below.page })
      expect(cycle.body.violations.map(({ propertyPath }) => propertyPath)).toEqual(['parentPage'])
      const itself = await content.asEditor.patch(page.page, { parentPage: page.page })
      expect(itself.status).toBe(422)
    })

    test('requires one target of a route, and refuses redirect loops', async () => {
      expect(await violations('/_/routes', { path: '/a', name: 'a' })).toEqual([''])
      expect(await violations('/_/routes', { path: '/', name: 'a', page: page.page })).toEqual([
        'path',
      ])
      expect(
        await violations('/_/routes', { path: '/a/children', name: 'a', page: page.page }),
      ).toEqual(['path'])
      const redirect = await content.create('/_/routes', {
        path: 'old',
        name: 'old',
        redirect: page.route,
      })
      expect(redirect).toMatchObject({
        '@id': '/_/routes//old',
        redirectPath: '/',
        page: page.page,
      })
      const loop = await content.asEditor.patch(page.route!, { redirect: redirect['@id'] })
      expect(loop.body.violations.map(({ propertyPath }) => propertyPath)).toEqual(['redirect'])
    })

    test('requires a component of a position, or a property of page data that holds one', async () => {
      const endpoint = '/_/component_positions'
      const inGroup = { componentGroup: page.group }
      expect(await violations(endpoint, {})).toEqual(['componentGroup', ''])
      for (const blank of ['', ' ', null]) {
        const body = { ...inGroup, pageDataProperty: blank, pageDataClass: blank }
        expect(await violations(endpoint, body)).toEqual([''])
      }
      expect(await violations(endpoint, { ...inGroup, pageDataProperty: 'summary' })).toEqual([
        'pageDataProperty',
      ])
      const pageDataClass = 'App\\Entity\\ArticleData'
      expect(
        await violations(endpoint, { ...inGroup, pageDataProperty: 'summary', pageDataClass }),
      ).toEqual([''])
      expect(
        await violations(endpoint, {
          ...inGroup,
          pageDataProperty: 'heading',
          pageDataClass: 'Nothing',
        }),
      ).toEqual([''])
      expect(await violations(endpoint, { ...inGroup, pageDataClass })).toEqual([''])
      const position = await content.create(endpoint, {
        ...inGroup,
        pageDataProperty: 'heading',
        pageDataClass,
      })
      expect(position._metadata.isDynamicPosition).toBe(true)
      expect((await content.asVisitor.get(position['@id'])).body).not.toHaveProperty(
        'pageDataClass',
      )
    })

    test('allows only the components a group lists', async () => {
      const { asEditor } = content
      await asEditor.patch(page.group, { allowedComponents: ['App\\Entity\\HtmlContent'] })
      expect((await asEditor.get(page.group)).body['allowedComponents']).toEqual([
        '/component/html_contents',
      ])
      const componentPositions = [{ componentGroup: page.group }]
      expect(await violations('/component/titles', { title: 'x', componentPositions })).toEqual([
        'componentPositions[0]',
      ])
      expect((await asEditor.get('/component/titles')).body['totalItems']).toBe(0)
      await content.create('/component/html_contents', {
        html: '<p>x</p>',
        componentPositions,
      })
      await asEditor.patch(page.group, { allowedComponents: ['/component/titles'] })
      expect((await asEditor.get(page.group)).body.componentPositions).toEqual([])
      await asEditor.patch(page.group, { allowedComponents: [] })
      expect((await asEditor.get(page.group)).body).not.toHaveProperty('allowedComponents')
      expect(await violations('/component/secrets', { word: 'x', componentPositions })).toEqual([
        'componentPositions[0]',
      ])
      await asEditor.patch(page.group, { allowedComponents: ['/component/secrets'] })
      await content.create('/component/secrets', { word: 'x', componentPositions })
    })

    test('requires the target of a reference to exist and to have the right type', async () => {
      const ask = (layout: unknown) => content.asEditor.patch(page.page, { layout })
      expect((await ask('/_/layouts/nothing')).status).toBe(400)
      expect((await ask(page.group)).status).toBe(400)
      expect((await ask('nonsense')).status).toBe(400)
      expect((await ask({ '@id': page.layout })).status).toBe(200)
    })

    test('checks the types and lengths of values', async () => {
      const { asEditor } = content
      const paths = (await asEditor.patch(page.page, { isTemplate: 'yes', reference: 5 })).body
        .violations
      expect(paths.map(({ propertyPath }) => propertyPath).toSorted()).toEqual([
        'isTemplate',
        'reference',
      ])
      const long = await asEditor.post('/component/titles', { title: 'x'.repeat(256) })
      expect(long.body.violations).toMatchObject([
        { propertyPath: 'title', message: 'Use at most 255 characters.' },
      ])
      expect(
        (await asEditor.post('/component/titles', { title: 'x', publishedAt: 'soon' })).status,
      ).toBe(422)
    })
  })

  test('sanitizes HTML: removes what runs, loads or covers the page', async () => {
    const html = [
      '<p onclick="steal()" style="position:fixed">Hello <strong>you</strong></p>',
      '<script>steal()</script><img src=x onerror=steal()><iframe src="//x"></iframe>',
      '<a href="javascript:steal()">one</a><a href="/about">two</a><a href="//evil.test">three</a>',
      '<a href="https://a.test" target="_blank" rel="opener">four</a>',
    ].join('')
    const { html: stored } = await content.create('/component/html_contents', { html })
    expect(stored).toBe(
      '<p>Hello <strong>you</strong></p><a>one</a><a href="/about">two</a><a>three</a>' +
        '<a href="https://a.test" target="_blank" rel="noopener noreferrer">four</a>',
    )
  })

  describe('positions in a group', () => {
    beforeEach(async () => {
      for (const title of ['a', 'b', 'c', 'd']) await content.makeTitle(page.group, title)
    })

    test('are numbered consecutively', async () => {
      expect(await titles()).toEqual(['0 a', '1 b', '2 c', '3 d'])
    })

    test('shift the following ones when one is inserted', async () => {
      await content.makeTitle(page.group, 'new', past, 1)
      expect(await titles()).toEqual(['0 a', '1 new', '2 b', '3 c', '4 d'])
      await content.makeTitle(page.group, 'far', past, 20)
      expect((await titles()).at(-1)).toBe('20 far')
    })

    test('shift when one moves, and the shifted ones count as changed', async () => {
      const [first, second] = (await content.asEditor.get(page.group)).body.componentPositions
      const before = (await content.asEditor.get(second!)).headers.get('etag')
      const events = await content.eventsDuring(() =>
        content.asEditor.patch(first!, { sortValue: 2 }),
      )
      expect(await titles()).toEqual(['0 b', '1 c', '2 a', '3 d'])
      expect((await content.asEditor.get(second!)).headers.get('etag')).not.toBe(before)
      const moved = await Promise.all(['a', 'b', 'c'].map(positionOf))
      expect(events.map(({ topic }) => topic).toSorted()).toEqual([page.group, ...moved].toSorted())
      await content.asEditor.patch(first!, { sortValue: 0 })
      expect(await titles()).toEqual(['0 a', '1 b', '2 c', '3 d'])
    })

    test('are not renumbered when one is deleted', async () => {
      await content.asEditor.remove(await positionOf('b'))
      expect(await titles()).toEqual(['0 a', '2 c', '3 d'])
    })

    test('can move to another group, as if they were new there', async () => {
      const other = await content.makePage()
      await content.makeTitle(other.group, 'x')
      await content.makeTitle(other.group, 'y')
      await content.asEditor.patch(await positionOf('a'), {
        componentGroup: other.group,
        sortValue: 1,
      })
      expect(await titles(other.group)).toEqual(['0 x', '1 a', '2 y'])
      expect(await titles()).toEqual(['1 b', '2 c', '3 d'])
    })

    test('get distinct sort values from concurrent inserts', async () => {
      await Promise.all(
        ['p', 'q', 'r'].map((title) => content.makeTitle(page.group, title, past, 1)),
      )
      const sortValues = (await titles()).map((title) => title.split(' ')[0])
      expect(new Set(sortValues).size).toBe(7)
    })
  })

  describe('deleting', () => {
    test('a position deletes its component, unless that is shown elsewhere', async () => {
      const title = await content.makeTitle(page.group, 'Once')
      await content.asEditor.remove(title.componentPositions[0]!)
      expect(await statusOf(title['@id'])).toBe(404)
      const twice = await content.makeTitle(page.group, 'Twice')
      await content.create('/_/component_positions', {
        componentGroup: page.group,
        component: twice['@id'],
      })
      await content.asEditor.remove(twice.componentPositions[0]!)
      expect(await statusOf(twice['@id'])).toBe(200)
    })

    test('a page deletes its groups, their content, and its route', async () => {
      const title = await content.makeTitle(page.group, 'On the page')
      const events = await content.eventsDuring(() => content.asEditor.remove(page.page))
      for (const iri of [
        page.page,
        page.group,
        page.route!,
        title['@id'],
        title.componentPositions[0]!,
      ]) {
        expect(await statusOf(iri)).toBe(404)
        expect(events).toContainEqual({ topic: iri, isPrivate: false, data: { '@id': iri } })
      }
      expect(await statusOf(page.layout)).toBe(200)
    })

    test('a layout removes it from its pages', async () => {
      await content.asEditor.remove(page.layout)
      expect((await content.asEditor.get(page.page)).body).not.toHaveProperty('layout')
    })

    test('a component removes it from dynamic positions and page data', async () => {
      const title = await content.makeTitle(null, 'Fallback')
      const dynamic = await content.create('/_/component_positions', {
        componentGroup: page.group,
        component: title['@id'],
        pageDataProperty: 'heading',
        pageDataClass: 'App\\Entity\\ArticleData',
      })
      const data = await content.create('/page_data/article_datas', {
        page: page.page,
        heading: title['@id'],
      })
      await content.asEditor.remove(`${title['@id']}?published=true`)
      expect((await content.asEditor.get(dynamic['@id'])).body).not.toHaveProperty('component')
      expect((await content.asEditor.get(data['@id'])).body).not.toHaveProperty('heading')
    })

    test('a route deletes its redirects, and clears links to it', async () => {
      await content.create('/_/routes', { path: '/old', name: 'old', redirect: page.route })
      const link = await content.create('/component/navigation_links', {
        label: 'Home',
        route: page.route,
      })
      await content.asEditor.remove(page.route!)
      expect(await statusOf('/_/routes//old')).toBe(404)
      const { body } = await content.asEditor.get(link['@id'])
      expect(body).not.toHaveProperty('route')
      expect(body).not.toHaveProperty('url')
    })
  })

  test('a new component can take over an existing position', async () => {
    const old = await content.makeTitle(page.group, 'Old')
    const title = await content.create('/component/titles', {
      title: 'New',
      componentPositions: old.componentPositions,
    })
    expect(title.componentPositions).toEqual(old.componentPositions)
    expect(await titles()).toEqual(['0 New'])
  })

  test('a refused write stores nothing and publishes nothing', async () => {
    const events = await content.eventsDuring(async () => {
      const body = { title: 'x', componentPositions: [{ componentGroup: page.group }, {}] }
      expect((await content.asEditor.post('/component/titles', body)).status).toBe(422)
    })
    expect(events).toEqual([])
    expect((await content.asEditor.get(page.group)).body.componentPositions).toEqual([])
  })

  describe('concurrent mutations', () => {
    test('share a commit, and each succeeds or fails by itself', async () => {
      const begun = vi.spyOn(content.db, 'startTransaction')
      const bodies = Array.from({ length: 12 }, (_, at) => ({
        reference: `together ${at % 8}`,
        uiComponent: at === 3 ? '' : 'Primary',
      }))
      const events = await content.eventsDuring(async () => {
        const answers = await Promise.all(
          bodies.map((body) => content.asEditor.post('/_/layouts', body)),
        )
        // The fourth is invalid, so its reference is still free for the twelfth; those of the others are
        // taken.
        expect(answers.map(({ status }) => status)).toEqual([
          ...[201, 201, 201, 422, 201, 201, 201, 201],
          ...[422, 422, 422, 201],
        ])
      })
      expect(begun.mock.calls.length).toBeLessThan(bodies.length)
      begun.mockRestore()
      expect(events.map(({ data }) => data['reference']).toSorted()).toEqual(
        [0, 1, 2, 3, 4, 5, 6, 7].map((at) => `together ${at}`),
      )
    })

    test('all fail when the commit fails', async () => {
      const commit = vi.spyOn(content.db, 'startTransaction').mockImplementationOnce(() => {
        throw new Error('The disk is full.')
      })
      const write = (reference: string) =>
        content.store.create('/_/layouts', { reference, uiComponent: 'x' }, content.editor)
      const outcomes = await Promise.allSettled(['a', 'b'].map(write))
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      commit.mockRestore()
      expect((await write('a')).resource['reference']).toBe('a')
    })
  })
})
