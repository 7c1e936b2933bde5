/** The site for visitors, owners and crawlers, controlled by its settings. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

let folder: string
let server: TestServer
let owner: HttpClient
let visitor: HttpClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-'))
  server = await startServer({ DATA_DIR: folder }, { SITE_URL: 'https://troupe.test' })
  owner = createHttpClient(server.url)
  visitor = createHttpClient(server.url)
  expect((await owner.signIn()).status).toBeLessThan(300)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const parameters = '/_/site_config_parameters'

/** Stores a setting for the duration of a check. */
const withParameter = async (key: string, value: string, check: () => Promise<void>) => {
  const stored = await owner.get(`${parameters}/${key}`)
  const saved =
    stored.status === 404
      ? await owner.post(parameters, { key, value })
      : await owner.patch(`${parameters}/${key}`, { value })
  expect(saved.status).toBeLessThan(300)
  await check()
  if (stored.status === 404) await owner.remove(`${parameters}/${key}`)
  else await owner.patch(`${parameters}/${key}`, { value: stored.json['value'] })
}

describe('for crawlers', () => {
  const robots = async () => (await visitor.request('/robots.txt')).text
  const sitemap = async () => (await visitor.request('/sitemap.xml')).text

  test('robots.txt is plain text and names the sitemaps', async () => {
    const { status, headers, text } = await visitor.request('/robots.txt')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text).toContain('Disallow: /_cwa')
    expect(text).toContain('Sitemap: https://troupe.test/sitemap_index.xml')
  })

  test('the sitemap contains the routes without redirects', async () => {
    const redirect = { path: '/once', name: '/once', redirect: '/_/routes//about' }
    expect((await owner.post('/_/routes', redirect)).status).toBe(201)
    const { headers } = await visitor.request('/sitemap.xml')
    expect(headers.get('content-type')).toMatch(/^application\/xml/)
    expect(await sitemap()).toContain('<loc>https://troupe.test/about</loc>')
    expect(await sitemap()).not.toContain('/once')
  })

  test.each([
    ['robotsAllowAiBots', 'User-agent: GPTBot'],
    ['robotsAllowNonSeoCrawlers', 'User-agent: AhrefsBot'],
  ])('%s', async (key, line) => {
    expect(await robots()).not.toContain(line)
    await withParameter(key, 'false', async () => expect(await robots()).toContain(line))
  })

  test('robotsText, robotsRemoveSitemap, sitemapEnabled and sitemapXml', async () => {
    await withParameter('robotsText', 'Disallow: /attic', async () =>
      expect(await robots()).toContain('Disallow: /attic'),
    )
    await withParameter('robotsRemoveSitemap', '1', async () =>
      expect(await robots()).not.toContain('Sitemap:'),
    )
    await withParameter('sitemapEnabled', '0', async () =>
      expect(await sitemap()).not.toContain('<loc>'),
    )
    const own =
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.test/own</loc></url></urlset>'
    await withParameter('sitemapXml', own, async () => {
      expect(await sitemap()).toContain('<loc>https://a.test/own</loc>')
      expect((await visitor.request('/__sitemap__/cwa-custom.xml')).text).toBe(own)
      expect((await visitor.request('/sitemap_index.xml')).text).toContain('cwa-custom.xml')
    })
  })

  test("canonicalUrl sets the site's origin", async () => {
    await withParameter('canonicalUrl', 'https://www.troupe.test', async () => {
      expect(await sitemap()).toContain('<loc>https://www.troupe.test/about</loc>')
      expect((await visitor.request('/about?utm_source=x&page=2')).text).toContain(
        '<link rel="canonical" href="https://www.troupe.test/about?page=2">',
      )
    })
  })

  test('indexable keeps all crawlers out, in every way', async () => {
    expect((await visitor.request('/')).headers.get('x-robots-tag')).toBeNull()
    await withParameter('indexable', 'false', async () => {
      const { headers, text } = await visitor.request('/')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(text).toContain('<meta name="robots" content="noindex">')
      expect(await robots()).toContain('User-agent: *\nDisallow: /\n')
    })
  })
})

test('a page describes itself and its breadcrumb for link previews', async () => {
  const { text } = await visitor.request('/about')
  expect(text).toContain('<meta property="og:url" content="https://troupe.test/about">')
  expect(text).toMatch(/<meta property="og:title" content="[^"]+">/)
  const [, json] = /<script id="breadcrumb" type="application\/ld\+json">(.*?)<\/script>/.exec(
    text,
  )!
  expect(JSON.parse(json!)).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ item: 'https://troupe.test/' }, { item: 'https://troupe.test/about' }],
  })
})

test('siteName, concatTitle and fallbackTitle', async () => {
  const title = async (path: string) =>
    /<title>(.*?)<\/title>/.exec((await visitor.request(path)).text)?.[1]
  await withParameter('siteName', 'Lanterns & Co', async () => {
    expect(await title('/about')).toMatch(/^About.* \| Lanterns &amp; Co$/)
    await withParameter('concatTitle', '0', async () =>
      expect(await title('/about')).not.toContain('Lanterns'),
    )
    expect(await title('/on-the-road')).toMatch(/^404 - /)
    expect(await title('/forgot-password')).toBe('Forgot password | Lanterns &amp; Co')
    await withParameter('fallbackTitle', 'false', async () =>
      expect(await title('/on-the-road')).toBe('Lanterns &amp; Co'),
    )
  })
})

describe('maintenance mode', () => {
  test('closes the site to visitors, but not to editors', async () => {
    await visitor.request('/')
    await visitor.request('/_payload.json')
    await withParameter('maintenanceModeEnabled', 'true', async () => {
      const { status, headers, text } = await visitor.request('/')
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(text).toContain('Service Unavailable')
      expect(text).toContain('"page":null')

      const payload = await visitor.request('/_payload.json')
      expect(payload.json).toMatchObject({ status: 503, page: null, entries: [] })

      for (const path of ['/login', '/forgot-password', '/robots.txt', '/sitemap.xml', '/healthz'])
        expect((await visitor.request(path)).status, path).toBe(200)
      expect((await visitor.request('/_cwa/pages')).status).toBe(302)
      expect((await visitor.get('/_/routes//about')).status).toBe(200)

      expect((await owner.request('/')).status).toBe(200)
      expect((await owner.request('/_cwa/settings')).status).toBe(200)
    })
    expect((await visitor.request('/')).status).toBe(200)
    expect((await visitor.request('/_payload.json')).json).toMatchObject({ status: 200 })
  })
})

describe('responses by status', () => {
  test('redirects temporarily before anything is revealed', async () => {
    const away = await visitor.request('/_cwa/pages?page=2')
    expect(away.status).toBe(302)
    expect(away.headers.get('location')).toBe('/login?back=%2F_cwa%2Fpages%3Fpage%3D2')
    expect(away.text).toBe('')
    const home = await owner.request('/login')
    expect([home.status, home.headers.get('location')]).toEqual([302, '/'])
    expect(home.headers.get('cache-control')).toBe('private, no-store')
  })

  test('redirects permanently after a move', async () => {
    const moved = await visitor.request('/once')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/about'])
  })

  test('responds with 404 and 403', async () => {
    for (const path of ['/a/b/c/d/e/f', '/verify-email/ada', '/_cwa/nothing'])
      expect((await visitor.request(path)).status, path).toBe(404)
    const member = {
      username: 'mia',
      emailAddress: 'mia@a.test',
      plainPassword: 'long-enough-for-mia',
    }
    expect((await owner.post('/users', { ...member, enabled: true })).status).toBe(201)
    const mia = createHttpClient(server.url)
    expect((await mia.signIn('mia', member.plainPassword)).status).toBeLessThan(300)
    const refused = await mia.request('/_cwa/pages')
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Forbidden')
  })

  test('sends crawlers the status only', async () => {
    const answer = await visitor.request('/nowhere', { headers: { 'user-agent': 'Googlebot/2.1' } })
    expect([answer.status, answer.text]).toEqual([404, '404 Not Found'])
    const found = await visitor.request('/', { headers: { 'user-agent': 'Googlebot/2.1' } })
    expect(found.text).toContain('<main')
  })
})
