import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/store/db/open-database.ts'
import { growthOfAsync, maxGrowth } from '../../support/scaling.ts'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const list = (inside: string, more = '') => `<urlset ${namespace} ${more}>${inside}</urlset>`
const url = (inside = '') => `<url><loc>https://a.test/</loc>${inside}</url>`

const parameters = '/_/site_config_parameters'

eachStorage('the owner’s own sitemap', (newStorage) => {
  let storage: StorageEnv
  let server: TestServer
  let editor: HttpClient
  let visitor: HttpClient
  beforeAll(async () => {
    storage = await newStorage()
    server = await startServer(storage)
    editor = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await editor.signIn()
    await editor.post(parameters, { key: 'sitemapXml', value: '' })
  })
  afterAll(() => server.stop())

  const set = async (value: string) => {
    const { status, json } = await editor.patch(`${parameters}/sitemapXml`, { value })
    return status === 200 ? null : String(json['detail'])
  }

  test.each([
    list(url()),
    list(url('<lastmod>2026-01-01</lastmod><changefreq>daily</changefreq><priority>1</priority>')),
    list(url('<xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/>'), xhtml),
    list(
      url('<image:image><image:loc>https://a.test/a.png</image:loc></image:image>'),
      'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
    ),
    list(
      url('<video:video><video:title>A</video:title></video:video>'),
      'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
    ),
    list(
      url(
        '<v:video><v:player_loc allow_embed="yes">https://a.test/</v:player_loc><v:price currency="EUR">1</v:price></v:video>',
      ),
      'xmlns:v="http://www.google.com/schemas/sitemap-video/1.1"',
    ),
    list(
      url('<news:news><news:title>A</news:title></news:news>'),
      'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"',
    ),
    `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${namespace}><sitemap><loc>https://a.test/</loc></sitemap></sitemapindex>`,
    list(
      '',
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd"',
    ),
  ])('accepts %s, and sends it as a document that can run nothing', async (xml) => {
    expect(await set(xml)).toBeNull()
    const { status, text, headers } = await visitor.request('/__sitemap__/cwa-custom.xml')
    expect([status, text]).toEqual([200, xml])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['an XHTML script', list('<xhtml:script>evil()</xhtml:script>', xhtml)],
    [
      'one in a default namespace',
      list('<script xmlns="http://www.w3.org/1999/xhtml">evil()</script>'),
    ],
    ['one inside a page', list(url('<x:script xmlns:x="http://www.w3.org/1999/xhtml"/>'))],
    ['an XHTML root', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['an SVG', list('<svg xmlns="http://www.w3.org/2000/svg" onload="evil()"/>')],
    ['a style sheet', `<?xml-stylesheet type="text/xsl" href="/evil.xsl"?>${list('')}`],
    ['a link that is none', list('<xhtml:link rel="stylesheet" href="https://evil.test"/>', xhtml)],
    ['a link that acts', list('<xhtml:link rel="alternate" href="/" onload="evil()"/>', xhtml)],
    ['entities of its own', `<!DOCTYPE urlset [<!ENTITY a "b">]>${list('&a;')}`],
    ['elements of no namespace', '<urlset><url/></urlset>'],
    ['elements that the protocol does not have', list(url('<foo/>'))],
    ['names that every object has', list(url('<constructor/>'))],
    ['attributes that the protocol does not have', list('<url onload="evil()"/>')],
    ['one at the root', list('', 'onload="evil()"')],
    ['attributes of other namespaces', list('<url xmlns:x="urn:x" x:onload="evil()"/>')],
    ['one of XHTML', list(`<url ${xhtml} xhtml:onclick="evil()"/>`)],
    ['a link with one', list('<xhtml:link rel="alternate" xhtml:onload="evil()"/>', xhtml)],
    [
      'elements that an extension does not have',
      list(url('<i:script xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"/>')),
    ],
    ['another namespace', list('<a xmlns="urn:a"/>')],
    ['two roots', list('').repeat(2)],
    ['what is deeper than a hundred', list('<url>'.repeat(101) + '</url>'.repeat(101))],
    ['more than 1 MB', list(`<!--${'x'.repeat(1024 * 1024)}-->`)],
  ])('rejects %s', async (_, xml) => {
    expect(await set(list(url()))).toBeNull()
    expect(await set(xml)).toMatch(/^value: \S/)
    expect((await visitor.request('/sitemap.xml')).text).toContain('https://a.test/')
  })

  test('is a text, not a list', async () => {
    const value = ['<urlset/>']
    const { status } = await editor.patch(`${parameters}/sitemapXml`, { value })
    expect(status).toBe(422)
  })

  test('accepts 1 MB, in time proportional to its length', async () => {
    const kinds: ((bytes: number) => string)[] = [
      (bytes) => list(url().repeat(bytes / url().length)),
      (bytes) => list('').repeat(bytes / list('').length),
      (bytes) => '<urlset/>'.repeat(bytes / 9),
      (bytes) => '<urlset '.repeat(bytes / 8),
      (bytes) => '</urlset>'.repeat(bytes / 9),
    ]
    for (const make of kinds) {
      const growth = await growthOfAsync(
        (bytes) => {
          const xml = make(bytes)
          return async () => {
            await set(xml)
            await visitor.request('/sitemap.xml')
          }
        },
        [125_000, 1_000_000],
      )
      expect(growth).toBeLessThan(maxGrowth)
    }
  }, 120_000)

  test('does not send XML that was stored before validation', async () => {
    expect(await set(list(url()))).toBeNull()
    await server.stop()
    const { db, close } = await openDatabase({
      dataDir: storage.DATA_DIR,
      databaseUrl: storage.DATABASE_URL ?? null,
    })
    for (const value of [
      list('<script xmlns="http://www.w3.org/1999/xhtml">evil()</script>'),
      '<urlset/>'.repeat(100_000),
    ]) {
      await db
        .updateTable('resource')
        .set({ data: JSON.stringify({ key: 'sitemapXml', value }) })
        .where('iri', '=', `${parameters}/sitemapXml`)
        .execute()
      server = await startServer(storage)
      const asking = createHttpClient(server.url)
      expect((await asking.request('/__sitemap__/cwa-custom.xml')).status).toBe(404)
      const { status, text } = await asking.request('/sitemap.xml')
      expect(status).toBe(200)
      expect(text).toContain('<loc>')
      expect(text).not.toMatch(/evil|<urlset\/>/)
      expect((await asking.request('/sitemap_index.xml')).text).not.toContain('cwa-custom')
      await server.stop()
    }
    await close()
    server = await startServer(storage)
  })
})
