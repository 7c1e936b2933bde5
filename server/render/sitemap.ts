/** Every page there is, for those who look for pages; and what the owner of the site adds to that. */
import { isSiteHref } from '#content/link.ts'
import type { Route } from '#content/resource.ts'
import type { SiteConfig } from '#content/site-config.ts'
import { ownSitemapOf, sitemapNamespace } from '../sitemap-xml.ts'
import { escapeAttribute } from './document.ts'

export const customSitemap = '/__sitemap__/cwa-custom.xml'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = `xmlns="${sitemapNamespace}"`

const at = (path: string, home: string) => `<loc>${escapeAttribute(new URL(path, home).href)}</loc>`

/**
 * The addresses of all routes but those that only lead on, and the owner's own: their list may as well be an index,
 * which cannot be part of this one and is found beside it.
 */
export const sitemapOf = (config: SiteConfig, routes: readonly Route[], home: string) => {
  const paths = routes.flatMap(({ path, page, pageData, redirectPath }) =>
    // One that leads where visitors may not go has neither.
    redirectPath || !(page || pageData) || !isSiteHref(path) ? [] : [path],
  )
  const own = ownSitemapOf(config.sitemapXml)?.list
  const urls = (config.sitemapEnabled ? paths : [])
    .toSorted()
    .map((path) => `<url>${at(path, home)}</url>`)
  const lines = [...urls, own?.content.trim()].filter(Boolean).join('\n')
  return `${declaration}<urlset${own?.attributes ?? ` ${namespace}`}>\n${lines}\n</urlset>\n`
}

export const sitemapIndexOf = (config: SiteConfig, home: string) => {
  const sitemaps = ['/sitemap.xml', ...(ownSitemapOf(config.sitemapXml) ? [customSitemap] : [])]
  const lines = sitemaps.map((path) => `<sitemap>${at(path, home)}</sitemap>`)
  return `${declaration}<sitemapindex ${namespace}>\n${lines.join('\n')}\n</sitemapindex>\n`
}
