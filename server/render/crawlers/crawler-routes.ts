/** Creates the routes for crawlers: robots.txt and the sitemaps. */
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Route } from '#content/model/resource.ts'
import { type SiteConfig, siteOrigin } from '#content/model/site-config.ts'
import { crawlerCaching } from '#server/http/cache-policy.ts'
import { parseCustomSitemap } from '#content/xml/custom-sitemap.ts'
import { buildRobotsTxt } from '#content/settings/robots-txt.ts'
import { customSitemapPath, buildSitemapIndex, buildSitemap } from '#content/settings/sitemap.ts'

const unknownOriginMessage =
  'There is no sitemap at this host: set SITE_URL, or add this host to TRUSTED_HOSTS.\n'

interface CrawlerOptions {
  siteConfig: () => Promise<SiteConfig>
  /** The content API as this process calls it. */
  api: { internalBase: string; fetch: typeof fetch }
  origin: (c: Context) => string | null
}

/** Reads all routes that visitors may see. Throws 503 when the API does, and for any other error. */
const readRoutes = async ({ internalBase, fetch }: CrawlerOptions['api']) => {
  const response = await fetch(`${internalBase}/_/routes?pagination=false`, {
    headers: { accept: 'application/ld+json,application/json' },
    credentials: 'omit',
  })
  if (response.status === 503) throw new HTTPException(503, { res: response })
  if (!response.ok) throw new Error(`The routes could not be read: ${response.status}`)
  const body = (await response.json()) as { member?: Route[]; 'hydra:member'?: Route[] }
  return body.member ?? body['hydra:member'] ?? []
}

const respond = (c: Context, type: string, text: string) =>
  c.body(text, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    ...crawlerCaching,
    // A browser shows XML as a page of this site, and could run scripts in it.
    ...(type === 'application/xml' && {
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    }),
  })

/** Returns the routes of robots.txt, the sitemap index and the sitemaps. */
export const crawlerRoutes = ({ siteConfig, api, origin }: CrawlerOptions) => {
  /** Sends a sitemap, whose URLs are all absolute; 404 when the site's origin is unknown. */
  const respondWithSitemap = async (
    c: Context,
    make: (config: SiteConfig, publicOrigin: string) => string | Promise<string>,
  ) => {
    const config = await siteConfig()
    const publicOrigin = siteOrigin(config, origin(c))
    return publicOrigin === null
      ? c.text(unknownOriginMessage, 404)
      : respond(c, 'application/xml', await make(config, publicOrigin))
  }

  return new Hono()
    .get('/robots.txt', async (c) => {
      const config = await siteConfig()
      return respond(c, 'text/plain', buildRobotsTxt(config, siteOrigin(config, origin(c))))
    })
    .get('/sitemap_index.xml', (c) => respondWithSitemap(c, buildSitemapIndex))
    .get('/sitemap.xml', (c) =>
      respondWithSitemap(c, async (config, publicOrigin) =>
        buildSitemap(config, config.sitemapEnabled ? await readRoutes(api) : [], publicOrigin),
      ),
    )
    .get(customSitemapPath, async (c) => {
      const own = parseCustomSitemap((await siteConfig()).sitemapXml)
      return own ? respond(c, 'application/xml', own.xml) : c.notFound()
    })
}
