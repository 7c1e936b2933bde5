/** Texts show files of the media library: it knows where, and whoever may read the text gets the files. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FullApi, createFullApi, origin } from '../support/full-api.ts'
import { type Json, past } from '../support/content-api.ts'
import { addFile, filesOf } from '../support/library-files.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const texts = '/component/html_contents'

eachDatabase('pictures in texts', (open) => {
  let whole: FullApi
  let editor: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    editor = await whole.as('eve', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const added = async (width: number) => (await addFile(editor, width)).body
  const pathOf = (file: Json, version = 0) =>
    new URL(filesOf(file)[version]!.contentUrl, origin).pathname
  const apiPath = (path: string) => path.slice('/_api'.length)
  const htmlOf = (...paths: string[]) => paths.map((path) => `<img src="${path}" alt="">`).join('')
  const createText = async (html: string, about = {}) =>
    (await editor.post(texts, { html, ...about })).body
  const useCount = async (file: Json) => (await editor.get(file['@id'])).body['useCount']

  test('count as uses of their files, once each, also in drafts', async () => {
    const [one, two] = [await added(20), await added(30)]
    const html = htmlOf(pathOf(one), pathOf(one), pathOf(two))
    const live = await createText(html, { publishedAt: past })
    expect([live['html'], await useCount(one), await useCount(two)]).toEqual([
      html.replaceAll('>', ' />'),
      1,
      1,
    ])
    const draft = (await editor.patch(live['@id'], { html: htmlOf(pathOf(two)) })).body
    expect([await useCount(one), await useCount(two)]).toEqual([1, 2])
    expect((await editor.get(one['@id'])).body['usedBy']).toMatchObject([
      { '@id': live['@id'], label: 'Body Text', property: 'html', isPublished: true },
    ])
    expect((await editor.remove(one['@id'])).status).toBe(422)
    await editor.patch(draft['@id'], { publishedAt: past })
    expect([await useCount(one), await useCount(two)]).toEqual([0, 1])
    expect((await editor.remove(one['@id'])).status).toBe(204)
    // A draft with other words has the same pictures.
    const other = (await editor.patch(live['@id'], { html: `<p>a</p>${htmlOf(pathOf(two))}` })).body
    expect(await useCount(two)).toBe(2)
    await editor.remove(other['@id'])
    await editor.remove(`${live['@id']}?published=true`)
    expect(await useCount(two)).toBe(0)
  })

  test('are what a text has, so that it can be published without words', async () => {
    const html = htmlOf(pathOf(await added(20)))
    const about = { publishedAt: past }
    expect((await editor.post(texts, { html, ...about })).status).toBe(201)
    expect((await editor.post(texts, { html: '<p><br></p>', ...about })).status).toBe(422)
  })

  test('are sent to those who may read the text, in all their versions', async () => {
    const file = await added(1000)
    const paths = [pathOf(file), pathOf(file, 2)].map(apiPath)
    const [visitor, user] = [whole.browser(), await whole.as('ulf', ['ROLE_USER'])]
    const statuses = async () => {
      const asked = paths.flatMap((path) => [visitor.get(path), user.get(path), editor.get(path)])
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    const live = await createText('<p>a</p>', { publishedAt: past })
    const draft = (await editor.patch(live['@id'], { html: htmlOf(pathOf(file)) })).body
    expect(await statuses()).toEqual([401, 403, 200, 401, 403, 200])
    await editor.patch(draft['@id'], { publishedAt: past })
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
    const { headers } = await visitor.get(paths[0]!)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    await editor.remove(`${live['@id']}?published=true`)
    expect(await statuses()).toEqual([401, 403, 200, 401, 403, 200])
  })

  test.each([
    '<img src="javascript:evil()" alt="a">',
    '<img src="data:image/png;base64,AAAA" alt="a">',
    '<img src="http://a.test/b.png" alt="a">',
    '<img src="//a.test/b.png" alt="a">',
    '<img src="/_api/users/1" alt="a">',
    '<img src="/_api/_/media_objects/../../users/download/file/a" alt="a">',
    '<img alt="a">',
  ])('never are %s', async (html) => {
    expect((await createText(`<p>b</p>${html}`))['html']).toBe('<p>b</p>')
  })

  test('have only the attributes that say which files they show, in which size', async () => {
    const src = pathOf(await added(20))
    const kept = `<img src="${src}" srcset="${src} 20w" sizes="auto" width="20" height="10" alt="&lt;b&gt;" loading="lazy" />`
    expect((await createText(kept))['html']).toBe(kept)
    const other = `<img src="https://a.test/b.png" srcset="${src} 20w, http://a.test/b.png 30w" width="50%" loading="eager" style="position:fixed" class="a" onerror="evil()">`
    expect((await createText(other))['html']).toBe('<img src="https://a.test/b.png" />')
  })
})
