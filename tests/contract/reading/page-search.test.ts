/** Pages are found by their path and by their title, of the page or of its page data, as far as a viewer may read them. */
import { beforeEach, expect, test } from 'vitest'
import { routeQueryOf } from '#content/links/address-input.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ContentApi, createContentApi } from '../support/content-api.ts'

eachDatabase('the search for pages', (open) => {
  let content: ContentApi
  beforeEach(async () => {
    content = createContentApi(await open())
  })

  const makePage = async (path: string | undefined, title: string) => {
    const { page } = await content.makePage(path)
    await content.asEditor.patch(page, { title })
  }
  const makeArticle = async (path: string, title: string) => {
    const { page } = await content.makePage()
    await content.asEditor.patch(page, { isTemplate: true })
    const article = { title, page }
    const { '@id': pageData } = await content.create('/page_data/blog_article_datas', article)
    await content.create('/_/routes', { path, name: path, pageData })
  }
  const search = async (text: string, who = content.asVisitor, more = {}) => {
    const query = new URLSearchParams({ ...routeQueryOf(text), 'order[path]': 'asc', ...more })
    return (await who.get(`/_/routes?${query}`)).body
  }
  const pathsFor = async (text: string, who = content.asVisitor) =>
    (await search(text, who)).member.map(({ path }) => path)

  test('finds them by a part of the title in any case, and by a part of the path', async () => {
    await makePage('/post', 'Letters from Örebro')
    await makeArticle('/blog/first', 'The letters of 1900')
    await makeArticle('/letters', 'Elsewhere')
    await makePage('/other', 'Nothing of it')
    expect(await pathsFor('LETTERS')).toEqual(['/blog/first', '/letters', '/post'])
    expect(await pathsFor('örebro')).toEqual(['/post'])
    expect(await pathsFor('of 1900')).toEqual(['/blog/first'])
    expect(await pathsFor('Blog')).toEqual(['/blog/first'])
    for (const text of ['%', '_ost', "o'", '.*', '[a-z]', 'x'.repeat(3_000)])
      expect(await pathsFor(text)).toEqual([])
  })

  test('tells editors the titles, and returns as many as are asked for', async () => {
    await makePage('/a', 'Letters')
    await makeArticle('/b', 'Letters, too')
    await makePage('/c', 'More letters')
    const { member, totalItems } = await search('letters', content.asEditor, { perPage: '2' })
    expect(totalItems).toBe(3)
    expect(member).toMatchObject([
      { path: '/a', associatedResources: { pageTitle: 'Letters' } },
      { path: '/b', associatedResources: { pageData: 'Letters, too' } },
    ])
    expect(JSON.stringify(await search('letters'))).not.toContain('Letters')
  })

  test('finds what has moved by its new path alone', async () => {
    const { route } = await content.makePage('/here')
    await content.create('/_/routes', { path: '/there', name: 'there', redirect: route })
    expect(await pathsFor('Page')).toEqual(['/here'])
  })

  test('finds nothing that a viewer may not read', async () => {
    await makePage('/user-area/plans', 'Secret plans')
    await makeArticle('/user-area/more', 'Secret, too')
    await makePage(undefined, 'Secret and without an address')
    expect(await pathsFor('secret')).toEqual([])
    expect((await search('secret'))['totalItems']).toBe(0)
    const all = ['/user-area/more', '/user-area/plans']
    expect(await pathsFor('secret', content.asUser)).toEqual(all)
    expect(await pathsFor('secret', content.asEditor)).toEqual(all)
  })
})
