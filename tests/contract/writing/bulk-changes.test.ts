/** Changing several resources in one transaction, and undoing that. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maxBulkMembers } from '#content/admin/bulk-change.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, type Reply, createFullApi, hour } from '../support/full-api.ts'

const bulk = '/_/bulk_changes'
const past = '2026-07-01T12:00:00+00:00'
type Person = Awaited<ReturnType<FullApi['as']>>

eachDatabase('bulk changes', (open) => {
  let whole: FullApi
  let owner: Person
  let editor: Person
  beforeEach(async () => {
    whole = await createFullApi(await open())
    owner = await whole.as('owner', ['ROLE_SUPER_ADMIN'])
    editor = await whole.as('editor', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const create = async (endpoint: string, body: object) => {
    const { status, body: created, text } = await editor.post(endpoint, body)
    if (status !== 201) throw new Error(text)
    return created['@id']
  }
  const makeLayout = (reference: string) =>
    create('/_/layouts', { reference, uiComponent: 'Primary' })
  /** Creates a page with a route, a redirect to that, a group, and two titles: one live with a draft, one draft alone. */
  const makePage = async (name: string, layout: string) => {
    const uiComponent = 'PrimaryPageTemplate'
    const about = { reference: name, title: name, layout, isTemplate: false, uiComponent }
    const page = await create('/_/pages', about)
    const group = await create('/_/component_groups', {
      reference: `main_${name}`,
      location: name,
      pages: [page],
    })
    const route = await create('/_/routes', { path: `/${name}`, name, page })
    const redirect = await create('/_/routes', {
      path: `/old-${name}`,
      name: `old-${name}`,
      redirect: route,
    })
    const componentPositions = [{ componentGroup: group }]
    const live = await create('/component/titles', {
      title: 'Live',
      publishedAt: past,
      componentPositions,
    })
    const fresh = await create('/component/titles', { title: 'New', componentPositions })
    const draft = (await editor.patch(live, { title: 'Draft' })).body['@id']
    return { page, group, route, redirect, live, fresh, draft }
  }
  /** Returns everything that is stored about content, in which the times and versions count, too. */
  const stored = async () => {
    const [resource, relation, handle] = await Promise.all([
      whole.db.selectFrom('resource').selectAll().orderBy('iri').execute(),
      whole.db
        .selectFrom('relation')
        .selectAll()
        .orderBy('from_iri')
        .orderBy('property')
        .orderBy('to_iri')
        .execute(),
      whole.db.selectFrom('handle').selectAll().orderBy('value').orderBy('property').execute(),
    ])
    return { resource, relation, handle }
  }
  const remove = (members: unknown, who = editor) => who.post(bulk, { action: 'delete', members })
  const undo = ({ body }: Reply, who = editor) => who.post(`${body['@id']}/undo`, {})
  const status = async (iri: string, who = editor) => (await who.get(iri)).status
  const audited = async (resource: string) => {
    const { body } = await owner.get(`/_/audit_entries?resource=${encodeURIComponent(resource)}`)
    return body.member.map((entry) => `${String(entry['action'])} by ${String(entry['username'])}`)
  }

  describe('a deletion', () => {
    test('deletes all with what depends on them, and is undone to the same rows', async () => {
      const layout = await makeLayout('main')
      const [one, two] = [await makePage('one', layout), await makePage('two', layout)]
      const before = await stored()
      whole.advanceClock(hour / 2)
      const deleted = await remove([one.page, two.page])
      expect([deleted.status, deleted.headers.get('cache-control')]).toEqual([
        200,
        expect.stringMatching('no-store'),
      ])
      expect(deleted.body).toMatchObject({
        '@context': '/contexts/BulkChange',
        '@type': 'BulkChange',
        action: 'delete',
        totalItems: 2,
        isUndoable: true,
        consequences: { routes: 2, redirects: 2, components: 4, pages: 0, drafts: 0, path: null },
      })
      for (const iri of [...Object.values(one), ...Object.values(two)])
        expect([iri, await status(iri)]).toEqual([iri, 404])
      const events = () => whole.db.selectFrom('event').select('topic').execute()
      const count = (await events()).length
      expect((await undo(deleted)).status).toBe(204)
      expect(await stored()).toEqual(before)
      const told = new Set((await events()).slice(count).map(({ topic }) => topic))
      expect([...told]).toEqual(
        expect.arrayContaining([one.page, two.page, one.route, `${one.draft}?draft=1`]),
      )
      expect((await editor.get(one.live)).body['title']).toBe('Draft')
      expect(await audited(one.page)).toEqual([
        'created by editor',
        'deleted by editor',
        'created by editor',
      ])
      expect((await undo(deleted)).status).toBe(404)
    })

    test('is told before it is made, and changes nothing then', async () => {
      const { page, route } = await makePage('one', await makeLayout('main'))
      const before = await stored()
      const { status: answered, body } = await editor.post(bulk, {
        action: 'delete',
        members: [page],
        isRehearsal: true,
      })
      expect([answered, body['@id'], body['isUndoable']]).toEqual([200, bulk, true])
      expect(body['consequences']).toMatchObject({
        routes: 1,
        redirects: 1,
        components: 2,
        path: '/one',
      })
      expect(await stored()).toEqual(before)
      expect(await audited(route)).toEqual(['created by editor'])
    })

    test('of a layout leaves pages without one, which have it again when it is undone', async () => {
      const layout = await makeLayout('main')
      const { page } = await makePage('one', layout)
      const deleted = await remove([layout])
      expect(deleted.body['consequences']).toMatchObject({ pagesWithoutLayout: 1 })
      expect((await editor.get(page)).body['layout']).toBeUndefined()
      expect((await undo(deleted)).status).toBe(204)
      expect((await editor.get(page)).body['layout']).toBe(layout)
    })

    test('of a page says what is below it, and counts the redirects to its redirects', async () => {
      const { page, redirect } = await makePage('one', await makeLayout('main'))
      await create('/_/routes', { path: '/older-one', name: 'older-one', redirect })
      const { page: child } = await makePage('two', await makeLayout('other'))
      expect((await editor.patch(child, { parentPage: page })).status).toBe(200)
      const rehearsed = await editor.post(bulk, {
        action: 'delete',
        members: [page],
        isRehearsal: true,
      })
      expect(rehearsed.body['consequences']).toMatchObject({ redirects: 2, children: 1 })
      const both = await remove([page, child])
      expect(both.body['consequences']).toMatchObject({ redirects: 3, children: 0 })
    })

    test('of resources that depend on each other deletes each once', async () => {
      const { page, route, redirect } = await makePage('one', await makeLayout('main'))
      const deleted = await remove([route, redirect, page])
      expect(deleted.status).toBe(200)
      expect((await undo(deleted)).status).toBe(204)
      expect(await status(redirect)).toBe(200)
    })

    test('is refused as a whole when somebody has changed or deleted one, and all of these are named', async () => {
      const layout = await makeLayout('main')
      const pages = [
        await makePage('one', layout),
        await makePage('two', layout),
        await makePage('three', layout),
      ]
      const { body } = await editor.get('/_/pages?etags=true')
      const members = body.member.map(({ '@id': iri, _metadata }) => ({
        '@id': iri,
        ifMatch: _metadata.etag,
      }))
      expect(members).toHaveLength(3)
      for (const { '@id': iri, ifMatch } of members)
        expect((await editor.get(iri)).headers.get('etag')).toBe(ifMatch)
      await owner.patch(pages[0]!.page, { title: 'Changed' })
      await owner.remove(pages[2]!.page)
      const before = await stored()
      const refused = await remove(members)
      expect(refused.status).toBe(412)
      expect(
        new Set(refused.body.violations.map(({ iri, message }) => [iri, message].join(' '))),
      ).toEqual(
        new Set([
          `${pages[0]!.page} Somebody has changed this meanwhile.`,
          `${pages[2]!.page} Somebody has deleted this meanwhile.`,
        ]),
      )
      expect(await stored()).toEqual(before)
      expect(await audited(pages[1]!.page)).toEqual(['created by editor'])
    })
  })

  describe('undoing', () => {
    test('is refused as a whole for what is there again, and names it', async () => {
      const layout = await makeLayout('main')
      const [one, two] = [await makePage('one', layout), await makePage('two', layout)]
      const other = await makePage('other', layout)
      const deleted = await remove([one.page, two.page])
      await create('/_/routes', { path: '/one', name: 'again', redirect: other.route })
      const refused = await undo(deleted)
      expect(refused.status).toBe(422)
      expect(refused.body.violations).toContainEqual({
        iri: one.route,
        propertyPath: '',
        message: '/one is there again.',
      })
      expect(await status(two.page)).toBe(404)
      await editor.remove(one.route)
      expect((await undo(deleted)).status).toBe(204)
    })

    test('is refused where something that it belongs to was deleted or changed', async () => {
      const [main, other] = [await makeLayout('main'), await makeLayout('other')]
      const { page } = await makePage('one', main)
      const layoutDeleted = await remove([main])
      await editor.patch(page, { layout: other })
      const changed = await undo(layoutDeleted)
      expect([changed.status, changed.body.violations[0]?.message]).toEqual([
        422,
        '“one” was changed since then.',
      ])
      const pageDeleted = await remove([page])
      await editor.remove(other)
      const gone = await undo(pageDeleted)
      expect(gone.status).toBe(422)
      expect(gone.body.violations).toEqual([expect.objectContaining({ iri: other })])
    })

    test('is refused where the page of a deleted route was given another one', async () => {
      const { page, route } = await makePage('one', await makeLayout('main'))
      const deleted = await remove([route])
      await create('/_/routes', { path: '/other', name: 'other', page })
      const refused = await undo(deleted)
      expect([refused.status, refused.body.violations]).toEqual([
        422,
        [
          {
            iri: route,
            propertyPath: '',
            message: '/one leads to what has another address by now.',
          },
        ],
      ])
      await editor.remove('/_/routes//other')
      expect((await undo(deleted)).status).toBe(204)
      expect((await editor.get(page)).body['route']).toBe(route)
    })

    test('is refused where a unique value was taken', async () => {
      const layout = await makeLayout('main')
      const deleted = await remove([layout])
      await makeLayout('main')
      const refused = await undo(deleted)
      expect([refused.status, refused.body.violations[0]?.message]).toEqual([
        422,
        '“main” has the same reference as another one by now.',
      ])
    })

    test('is for who has made the change, and for an hour', async () => {
      const deleted = await remove([await makeLayout('main')])
      expect((await undo(deleted, owner)).status).toBe(404)
      expect((await undo(deleted, { ...editor, ...whole.browser() })).status).toBe(401)
      whole.advanceClock(hour)
      expect((await undo(deleted)).status).toBe(404)
      const kept = () => whole.db.selectFrom('restoration').selectAll().execute()
      expect(await kept()).toHaveLength(1)
      await remove([await makeLayout('next')])
      expect(await kept()).toHaveLength(1)
    })
  })

  test('publishes the drafts on pages, except those with a date, and takes that back', async () => {
    const { page, group, live, fresh, draft } = await makePage('one', await makeLayout('main'))
    const dated = await create('/component/titles', {
      title: 'Later',
      publishedAt: '2026-09-01T12:00:00+00:00',
      componentPositions: [{ componentGroup: group }],
    })
    const visitor = whole.browser()
    const title = async (iri: string) => (await visitor.get(iri)).body['title']
    const published = await editor.post(bulk, { action: 'publish', members: [page] })
    expect(published.body['consequences']).toMatchObject({ drafts: 2 })
    expect([await title(live), await title(fresh)]).toEqual(['Draft', 'New'])
    expect((await visitor.get(dated)).status).toBe(404)
    expect((await undo(published)).status).toBe(204)
    expect([await title(live), (await visitor.get(fresh)).status]).toEqual(['Live', 404])
    expect((await editor.get(draft)).body['title']).toBe('Draft')
    const again = await editor.post(bulk, { action: 'publish', members: [page] })
    expect([again.status, await title(live)]).toEqual([200, 'Draft'])
  })

  describe('unpublishing', () => {
    const unpublish = (...members: unknown[]) => editor.post(bulk, { action: 'unpublish', members })
    const seen = async (iri: string) => (await whole.browser().get(iri)).status

    test('hides what is live on pages, keeps drafts and words, and takes that back', async () => {
      const layout = await makeLayout('main')
      const [one, two] = [await makePage('one', layout), await makePage('two', layout)]
      const inside = await create('/component/titles', {
        title: 'Later',
        publishedAt: '2026-09-01T12:00:00+00:00',
        componentPositions: [{ componentGroup: one.group }],
      })
      const before = await stored()
      const rehearsal = await editor.post(bulk, {
        action: 'unpublish',
        members: [one.page],
        isRehearsal: true,
      })
      expect(rehearsal.body['consequences']).toMatchObject({
        ended: 1,
        shared: 0,
        undraftable: 0,
        scheduled: 1,
        templatePages: 0,
        components: 0,
      })
      expect(await stored()).toEqual(before)
      const unpublished = await unpublish(one.page)
      expect([await seen(one.live), await seen(two.live)]).toEqual([404, 200])
      expect((await editor.get(one.live)).body['title']).toBe('Draft')
      expect((await whole.browser().get('/_/routes//one')).status).toBe(200)
      expect((await undo(unpublished)).status).toBe(204)
      // The same is restored in a later version.
      const withoutVersions = ({ resource, ...others }: Awaited<ReturnType<typeof stored>>) => ({
        ...others,
        resource: resource.map((row) => ({ ...row, version: 0 })),
      })
      expect(withoutVersions(await stored())).toEqual(withoutVersions(before))
      expect(await seen(one.live)).toBe(200)
      await unpublish(one.page)
      await editor.post(bulk, { action: 'publish', members: [one.page] })
      expect((await whole.browser().get(one.live)).body['title']).toBe('Draft')
      expect(await seen(inside)).toBe(404)
    })

    test('leaves public what another page shows, too, unless that is selected as well', async () => {
      const layout = await makeLayout('main')
      const [one, two] = [await makePage('one', layout), await makePage('two', layout)]
      const group = await create('/_/component_groups', {
        reference: 'both',
        location: 'both',
        pages: [one.page, two.page],
      })
      const inBoth = await create('/component/titles', {
        title: 'Both',
        publishedAt: past,
        componentPositions: [{ componentGroup: group }],
      })
      const alone = await unpublish(one.page)
      expect(alone.body['consequences']).toMatchObject({ ended: 1, shared: 1 })
      expect([await seen(inBoth), await seen(two.live)]).toEqual([200, 200])
      await undo(alone)
      const together = await unpublish(one.page, two.page)
      expect(together.body['consequences']).toMatchObject({ ended: 3, shared: 0 })
      expect([await seen(inBoth), await seen(two.live)]).toEqual([404, 404])
    })

    test('of an article leaves its template; of the template, says how many articles show it', async () => {
      const layout = await makeLayout('main')
      const template = await create('/_/pages', {
        reference: 'article',
        title: 'Article',
        layout,
        isTemplate: true,
        uiComponent: 'BlogArticlePageTemplate',
      })
      const group = await create('/_/component_groups', {
        reference: 'main_article',
        location: 'article',
        pages: [template],
      })
      const heading = await create('/component/titles', {
        title: 'All articles',
        publishedAt: past,
        componentPositions: [{ componentGroup: group }],
      })
      const collection = await create('/component/collections', {
        resourceIri: '/page_data/blog_article_datas',
        componentPositions: [{ componentGroup: group }],
      })
      const [first, second] = [
        await create('/component/html_contents', { html: '<p>1</p>', publishedAt: past }),
        await create('/component/html_contents', { html: '<p>2</p>', publishedAt: past }),
      ]
      const makeArticle = (title: string, htmlContent: string) =>
        create('/page_data/blog_article_datas', { title, page: template, htmlContent })
      const article = await makeArticle('First', first)
      await makeArticle('Second', second)
      await create('/_/routes', { path: '/first', name: 'first', pageData: article })
      const hidden = await unpublish(article)
      expect(hidden.body['consequences']).toMatchObject({ ended: 1, undraftable: 0 })
      expect([await seen(first), await seen(heading)]).toEqual([404, 200])
      const both = await unpublish(template, article)
      expect(both.body['consequences']).toMatchObject({
        ended: 1,
        undraftable: 1,
        templatePages: 1,
      })
      expect([await seen(heading), await seen(collection)]).toEqual([404, 200])
    })

    test('is refused as a whole for what is no page, for others than editors, and after a change', async () => {
      const layout = await makeLayout('main')
      const { page, live } = await makePage('one', layout)
      expect((await unpublish(page, layout)).status).toBe(422)
      const reader = await whole.as('reader', ['ROLE_USER'])
      const refused = await reader.post(bulk, { action: 'unpublish', members: [page] })
      expect([refused.status, await seen(live)]).toEqual([403, 200])
      expect((await unpublish({ '@id': page, ifMatch: '"0"' })).status).toBe(412)
      const unpublished = await unpublish(page)
      await editor.patch(`${live}?published=false`, { title: 'Changed' })
      await editor.post(bulk, { action: 'publish', members: [page] })
      expect((await undo(unpublished)).status).toBe(422)
      expect((await whole.browser().get(live)).body['title']).toBe('Changed')
    })
  })

  test('changes the layout of pages, and takes that back', async () => {
    const [main, other] = [await makeLayout('main'), await makeLayout('other')]
    const [one, two] = [await makePage('one', main), await makePage('two', other)]
    const members = [one.page, two.page]
    const layouts = async () =>
      Promise.all(members.map(async (iri) => (await editor.get(iri)).body['layout']))
    const changed = await editor.post(bulk, { action: 'layout', members, layout: other })
    expect([changed.status, await layouts()]).toEqual([200, [other, other]])
    expect((await undo(changed)).status).toBe(204)
    expect(await layouts()).toEqual([main, other])
    const refused = await editor.post(bulk, {
      action: 'layout',
      members: [one.page, other],
      layout: other,
    })
    expect([refused.status, await layouts()]).toEqual([422, [main, other]])
  })

  test('a draft that is due while something is deleted stays published when that is undone', async () => {
    const layout = await makeLayout('main')
    const later = await create('/component/titles', {
      title: 'Later',
      publishedAt: '2026-08-01T13:00:00+00:00',
    })
    whole.advanceClock(2 * hour)
    const deleted = await remove([layout])
    expect((await undo(deleted)).status).toBe(204)
    expect((await whole.browser().get(later)).status).toBe(200)
  })

  describe('of accounts', () => {
    const listed = async () => {
      const { body } = await owner.get('/users?etags=true')
      return body.member.map(({ '@id': iri, _metadata }) => ({
        '@id': iri,
        ifMatch: _metadata.etag,
      }))
    }
    const without = (members: { '@id': string }[], ...left: Person[]) =>
      members.filter(({ '@id': iri }) => !left.some((person) => person.iri === iri))

    test('deletes them, and restores them with their passwords, but signed out', async () => {
      const rows = () => whole.db.selectFrom('account').selectAll().orderBy('id').execute()
      const other = await whole.as('other', ['ROLE_USER'])
      const before = await rows()
      const deleted = await remove(without(await listed(), owner), owner)
      expect([deleted.status, deleted.body['totalItems']]).toEqual([200, 2])
      expect(deleted.text).not.toContain('scrypt')
      expect((await rows()).map(({ username }) => username)).toEqual(['owner'])
      expect((await undo(deleted, owner)).status).toBe(204)
      expect(await rows()).toEqual(before)
      expect((await other.get('/me')).status).toBe(401)
      expect((await whole.browser().signIn('other', 'password')).status).toBe(204)
      expect(await audited(other.iri)).toEqual([
        'signedIn by other',
        'created by owner',
        'deleted by owner',
      ])
    })

    test('restores them with their second factors', async () => {
      const { db } = whole
      const other = await whole.as('other', ['ROLE_USER'])
      const account_id = other.iri.slice('/users/'.length)
      const twoFactor = { account_id, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: past, used_step: 7 }
      await db.insertInto('two_factor').values(twoFactor).execute()
      const codes = ['one', 'two'].map((hash) => ({ account_id, hash }))
      await db.insertInto('recovery_code').values(codes).execute()
      const deleted = await remove([{ '@id': other.iri }], owner)
      expect(await db.selectFrom('two_factor').selectAll().execute()).toEqual([])
      expect((await undo(deleted, owner)).status).toBe(204)
      expect(await db.selectFrom('two_factor').selectAll().execute()).toEqual([twoFactor])
      expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual(codes)
    })

    test('refuses the own account and the only super admin, and then all', async () => {
      const members = await listed()
      const refused = await remove(members, owner)
      expect(refused.status).toBe(422)
      expect(refused.body.violations[0]).toMatchObject({ iri: owner.iri })
      expect(await listed()).toEqual(members)
    })

    test('refuses an account that has changed', async () => {
      const members = without(await listed(), owner)
      await owner.patch(editor.iri, { roles: [] })
      const refused = await remove(members, owner)
      expect([refused.status, refused.body.violations[0]?.iri]).toEqual([412, editor.iri])
      const mixed = await remove(
        [editor.iri, await create('/_/layouts', {}).catch(() => '/_/layouts/x')],
        owner,
      )
      expect(mixed.status).toBe(422)
    })

    test('is for super admins, and restores no name that was taken', async () => {
      expect((await remove([owner.iri])).status).toBe(403)
      const deleted = await remove([editor.iri], owner)
      await whole.as('editor', ['ROLE_USER'])
      const refused = await undo(deleted, owner)
      expect([refused.status, refused.body.violations[0]?.message]).toEqual([
        422,
        'The name or address of “editor” belongs to another account by now.',
      ])
    })
  })

  test.each([
    ['no action', { members: ['/_/pages/x'] }],
    ['an unknown action', { action: 'burn', members: ['/_/pages/x'] }],
    ['no members', { action: 'delete', members: [] }],
    ['no list', { action: 'delete', members: '/_/pages/x' }],
    ['a member without a name', { action: 'delete', members: [{ ifMatch: '"1"' }] }],
    [
      'a version that is none',
      { action: 'delete', members: [{ '@id': '/_/pages/x', ifMatch: 1 }] },
    ],
    ['one twice', { action: 'delete', members: ['/_/pages/x', '/_/pages/x'] }],
    ['no layout', { action: 'layout', members: ['/_/pages/x'] }],
    [
      'too many',
      {
        action: 'delete',
        members: Array.from({ length: maxBulkMembers + 1 }, (_, at) => `/_/pages/${at}`),
      },
    ],
  ])('refuses %s', async (_, body) => {
    expect((await editor.post(bulk, body)).status).toBe(422)
  })

  test('refuses visitors and users', async () => {
    const user = await whole.as('user', ['ROLE_USER'])
    expect((await remove([], user)).status).toBe(403)
    const { post } = whole.browser()
    expect((await post(bulk, {})).status).toBe(401)
    expect((await post(`${bulk}/x/undo`, {})).status).toBe(401)
    expect((await editor.get(bulk)).status).toBe(405)
  })
})
