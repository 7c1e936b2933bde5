import { describe, expect, test } from 'vitest'
import type { Route } from '#content/model/resource.ts'
import {
  type SiteConfig,
  defaultSiteConfig,
  siteOrigin,
  parseSiteConfig,
} from '#content/model/site-config.ts'
import { findXmlError } from '#content/xml/parse-xml.ts'
import { crawlerRoutes } from '#server/render/crawlers/crawler-routes.ts'
import { buildRobotsTxt } from '#content/settings/robots-txt.ts'
import { buildSitemap } from '#content/settings/sitemap.ts'

const home = 'https://troupe.test'
const withConfig = (more: Partial<SiteConfig> = {}) => ({ ...defaultSiteConfig, ...more })
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const robots = (more?: Partial<SiteConfig>) => buildRobotsTxt(withConfig(more), home)

/** Returns what a crawler of that name may not read, by the groups that name it. */
const disallowed = (text: string, agent: string) =>
  text
    .split('\n\n')
    .filter((group) => group.split('\n').includes(`User-agent: ${agent}`))
    .flatMap((group) => group.match(/(?<=Disallow: ).*/g) ?? [])

describe('robots.txt', () => {
  test('allows every page to every crawler, and names the sitemap', () => {
    expect(robots()).toBe(
      [
        'User-agent: *\nDisallow: /_api/\nDisallow: /_cwa',
        'Sitemap: https://troupe.test/sitemap_index.xml\n',
      ].join('\n\n'),
    )
  })

  test('disallows everything for a site that is not indexable', () => {
    const text = robots({ indexable: false })
    expect(disallowed(text, '*')).toEqual(['/'])
    expect(text).not.toContain('Sitemap')
  })

  test.each([
    ['robotsAllowNonSeoCrawlers', 'AhrefsBot', 'GPTBot'],
    ['robotsAllowAiBots', 'GPTBot', 'AhrefsBot'],
  ] as const)('%s turns %s away and leaves %s alone', (key, refused, welcome) => {
    const text = robots({ [key]: false })
    expect(disallowed(text, refused)).toEqual(['/'])
    expect(disallowed(text, welcome)).toEqual([])
    expect(disallowed(text, '*')).toEqual(['/_api/', '/_cwa'])
    expect(disallowed(robots(), refused)).toEqual([])
  })

  test("contains the owner's own rules, for all crawlers if they name none", () => {
    expect(robots({ robotsText: 'User-agent: Foo\nDisallow: /foo' })).toContain(
      '\n\nUser-agent: Foo\nDisallow: /foo\n\n',
    )
    const text = robots({ robotsAllowAiBots: false, robotsText: '# quiet\r\nDisallow: /attic' })
    expect(disallowed(text, '*')).toContain('/attic')
    expect(disallowed(text, 'GPTBot')).toEqual(['/'])
  })

  test('names the sitemap only if there is one and the owner allows it', () => {
    expect(robots({ robotsRemoveSitemap: true })).not.toContain('Sitemap')
    expect(robots({ sitemapEnabled: false })).not.toContain('Sitemap')
    expect(robots({ sitemapEnabled: false, sitemapXml: `<urlset ${namespace}/>` })).toContain(
      'Sitemap',
    )
  })
})

describe('the sitemap', () => {
  const route = (path: string, more: Partial<Route> = {}) =>
    ({ path, page: '/_/pages/1', ...more }) as Route
  const routes = [route('/b'), route('/'), route('/old', { redirectPath: '/b' }), route('/café?&')]
  const sitemap = (more?: Partial<SiteConfig>) => buildSitemap(withConfig(more), routes, home)
  const locations = (xml: string) => xml.match(/(?<=<loc>)[^<]*/g) ?? []

  test('contains every page once, and no redirects', () => {
    const xml = sitemap()
    expect(findXmlError(xml)).toBeNull()
    expect(locations(xml)).toEqual([
      'https://troupe.test/',
      'https://troupe.test/b',
      'https://troupe.test/caf%C3%A9?&amp;',
    ])
  })

  test('is empty when the owner disables it', () => {
    const xml = sitemap({ sitemapEnabled: false })
    expect(findXmlError(xml)).toBeNull()
    expect(locations(xml)).toEqual([])
  })

  test("contains the owner's entries with the namespaces they need", () => {
    const xml = sitemap({
      sitemapXml:
        '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://a.test/$&amp;</loc><i:image><i:loc>https://a.test/x.png</i:loc></i:image></url></urlset>\n',
    })
    expect(findXmlError(xml)).toBeNull()
    expect(xml.match(/xmlns=/g)).toHaveLength(1)
    expect(xml).toContain('xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"')
    expect(xml).toContain('<i:loc>https://a.test/x.png</i:loc>')
    expect(locations(xml).at(-1)).toBe('https://a.test/$&amp;')
    expect(locations(xml)).toHaveLength(4)
  })

  test('leaves out XML that is not a list of pages', () => {
    const xml = sitemap({ sitemapXml: `<sitemapindex ${namespace}><sitemap/></sitemapindex>` })
    expect(locations(xml)).toHaveLength(3)
    expect(findXmlError(xml)).toBeNull()
  })

  test.each([
    `<urlset ${namespace}/>`,
    `<urlset ${namespace} />`,
    `<urlset ${namespace}></urlset >\n<!-- </urlset> -->`,
    `<!-- <urlset> --><urlset\n  ${namespace}\n></urlset>`,
  ])('is unchanged by an empty list: %s', (sitemapXml) => {
    const xml = sitemap({ sitemapXml })
    expect(findXmlError(xml)).toBeNull()
    expect(locations(xml)).toEqual(locations(sitemap()))
  })

  test('accepts a list in any formatting, without what surrounds it', () => {
    const xml = sitemap({
      sitemapXml: `<!-- 🎪 -->\r\n<urlset ${namespace} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation='>'>\r\n<!-- 🎪 --><url><loc>https://a.test/é🎪</loc></url>\r\n</urlset>\r\n<!-- after -->`,
    })
    expect(findXmlError(xml)).toBeNull()
    expect(locations(xml).at(-1)).toBe('https://a.test/é🎪')
    expect(xml).not.toContain('after')
  })

  test('leaves out a list with a namespace prefix, and one that was stored before it was validated', () => {
    const prefix = `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url/></s:urlset>`
    for (const sitemapXml of [
      prefix,
      '<urlset><url/></urlset>',
      '<urlset/>'.repeat(100_000),
      'x',
    ]) {
      expect(sitemap({ sitemapXml })).toBe(sitemap())
    }
  })
})

describe('a requested file', () => {
  const get = (path: string, config: Partial<SiteConfig> = {}, members = 'member') =>
    crawlerRoutes({
      siteConfig: () => Promise.resolve(withConfig(config)),
      api: {
        internalBase: 'http://api.test',
        fetch: async (input) => {
          expect(String(input)).toBe('http://api.test/_/routes?pagination=false')
          return Response.json({ [members]: [{ path: '/about', page: '/_/pages/1' }] })
        },
      },
      origin: () => home,
    }).request(path)
  const text = async (answer: Response | Promise<Response>) => (await answer).text()

  test('has its content type', async () => {
    expect((await get('/robots.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await get('/sitemap.xml')).headers.get('content-type')).toMatch(/^application\/xml/)
  })

  test.each(['member', 'hydra:member'])(
    'lists the routes when the API calls them %s',
    async (members) => {
      expect(await text(get('/sitemap.xml', {}, members))).toContain('https://troupe.test/about')
    },
  )

  test('XML cannot run scripts, and invalid XML is not sent even if it was stored', async () => {
    const own = `<urlset ${namespace}></urlset>`
    for (const path of ['/sitemap.xml', '/sitemap_index.xml', '/__sitemap__/cwa-custom.xml']) {
      const { headers } = await get(path, { sitemapXml: own })
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const script = `<urlset ${namespace}><script xmlns="http://www.w3.org/1999/xhtml">evil()</script></urlset>`
    const config = { sitemapXml: script, sitemapEnabled: false }
    expect((await get('/__sitemap__/cwa-custom.xml', config)).status).toBe(404)
    for (const path of ['/sitemap.xml', '/sitemap_index.xml', '/robots.txt']) {
      expect(await text(get(path, config))).not.toMatch(/script|evil|cwa-custom|Sitemap:/)
    }
  })

  test('uses the canonical origin of the settings', async () => {
    const config = { canonicalUrl: 'https://www.troupe.test' }
    expect(await text(get('/sitemap.xml', config))).toContain('https://www.troupe.test/about')
    expect(await text(get('/robots.txt', config))).toContain(
      'https://www.troupe.test/sitemap_index',
    )
  })

  test("the index lists the owner's own sitemap if there is one", async () => {
    expect(await text(get('/sitemap_index.xml'))).not.toContain('cwa-custom')
    const config = { sitemapXml: `<urlset ${namespace}></urlset>` }
    const index = await text(get('/sitemap_index.xml', config))
    expect(findXmlError(index)).toBeNull()
    expect(index).toContain('https://troupe.test/__sitemap__/cwa-custom.xml')
    expect(await text(get('/__sitemap__/cwa-custom.xml', config))).toBe(config.sitemapXml)
    expect((await get('/__sitemap__/cwa-custom.xml')).status).toBe(404)
  })
})

describe("the site's settings", () => {
  test('are parsed from text; empty or invalid values keep the defaults', () => {
    const read = (key: string, value: unknown) => parseSiteConfig([{ key, value }])
    for (const no of ['0', 'false', false, 0]) expect(read('indexable', no).indexable).toBe(false)
    for (const yes of ['1', 'true', true, 1])
      expect(read('maintenanceModeEnabled', yes).maintenanceModeEnabled).toBe(true)
    expect(read('siteName', 'Lanterns').siteName).toBe('Lanterns')
    for (const nothing of ['', null, undefined, 'maybe'])
      expect(read('indexable', nothing)).toEqual(defaultSiteConfig)
    expect(read('siteName', '')).toEqual(defaultSiteConfig)
    expect(read('toString', 'x')).toEqual(defaultSiteConfig)
  })

  test.each([
    ['https://www.troupe.test', 'https://www.troupe.test'],
    ['', home],
    ['www.troupe.test', home],
    ['javascript:x', home],
    ['https://[', home],
  ])('the canonical URL “%s” gives the origin %s', (canonicalUrl, expected) => {
    expect(siteOrigin(withConfig({ canonicalUrl }), home)).toBe(expected)
  })
})
