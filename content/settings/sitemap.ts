/** Builds the sitemap and the sitemap index. */
import { isSiteHref } from '../links/link.ts'
import type { Route } from '../model/resource.ts'
import type { SiteConfig } from '../model/site-config.ts'
import { parseCustomSitemap, sitemapNamespace } from '../xml/custom-sitemap.ts'
import { escapeHtml } from '../escape-html.ts'

export const customSitemapPath = '/__sitemap__/cwa-custom.xml'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = `xmlns="${sitemapNamespace}"`

const locElement = (path: string, origin: string) =>
  `<loc>${escapeHtml(new URL(path, origin).href)}</loc>`

/** True for a route that is listed: no redirect, and none to something that visitors may not see, which has no page. */
const isListed = ({ path, page, pageData, redirectPath }: Route) =>
  !redirectPath && Boolean(page || pageData) && isSiteHref(path)

/**
 * Returns a sitemap with all routes except redirects, and the owner's own entries. If the owner's XML is a sitemap
 * index it cannot be included, and is served beside it.
 */
export const buildSitemap = (config: SiteConfig, routes: readonly Route[], origin: string) => {
  const paths = routes.filter(isListed).map(({ path }) => path)
  const own = parseCustomSitemap(config.sitemapXml)?.list
  const urls = (config.sitemapEnabled ? paths : [])
    .toSorted()
    .map((path) => `<url>${locElement(path, origin)}</url>`)
  const lines = [...urls, own?.content.trim()].filter(Boolean).join('\n')
  return `${declaration}<urlset${own?.attributes ?? ` ${namespace}`}>\n${lines}\n</urlset>\n`
}

/**
 * Returns the XML of an index with this site's sitemap, and with the owner's own if it is valid. `origin` is that of
 * the site.
 */
export const buildSitemapIndex = (config: SiteConfig, origin: string) => {
  const sitemaps = [
    '/sitemap.xml',
    ...(parseCustomSitemap(config.sitemapXml) ? [customSitemapPath] : []),
  ]
  const lines = sitemaps.map((path) => `<sitemap>${locElement(path, origin)}</sitemap>`)
  return `${declaration}<sitemapindex ${namespace}>\n${lines.join('\n')}\n</sitemapindex>\n`
}

const maxPreviewed = 10

/** Returns the routes that a preview lists, of the first ones of a site with `routeCount`, and whether there may be more. */
export const previewedRoutes = (routes: readonly Route[], routeCount: number) => {
  const listed = routes.filter(isListed)
  const shown = listed.slice(0, maxPreviewed)
  return { shown, isCut: listed.length > shown.length || routeCount > routes.length }
}
