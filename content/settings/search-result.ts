/** Shows a page as search engines list it. */
import { type SiteConfig, siteOrigin } from '../model/site-config.ts'
import { documentTitle } from './document-title.ts'
import type { SiteFacts } from './site-facts.ts'

export const searchResultOf = (
  config: SiteConfig,
  { title, path }: { title: string; path: string },
  { origin, separator }: Pick<SiteFacts, 'origin' | 'separator'>,
) => {
  const { host } = new URL(siteOrigin(config, origin) ?? origin)
  return {
    title: documentTitle(config, title, separator),
    url: [host, ...path.split('/').filter(Boolean)].join(' › '),
  }
}
