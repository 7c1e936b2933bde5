/** Builds `/robots.txt` from the site's settings. */
import type { SiteConfig } from '../model/site-config.ts'
import { apiBase } from '../navigation/api-base.ts'
import { parseCustomSitemap } from '../xml/custom-sitemap.ts'

/** The crawlers of SEO tools and aggregators, which bring no visitors. */
const nonSeoBots = [
  ...['AhrefsBot', 'Barkrowler', 'BLEXBot', 'CazoodleBot', 'DataForSeoBot', 'dotbot', 'Gigabot'],
  ...['magpie-crawler', 'MJ12bot', 'Nuclei', 'PetalBot', 'Riddler', 'SemrushBot', 'SeznamBot'],
  ...['serpstatbot', 'WikiDo', 'ZoominfoBot'],
]

/** The crawlers that collect training data, or text for generated answers. */
const aiBots = [
  ...['Amazonbot', 'anthropic-ai', 'Applebot-Extended', 'Bytespider', 'CCBot', 'ChatGPT-User'],
  ...['Claude-User', 'Claude-Web', 'ClaudeBot', 'cohere-ai', 'Diffbot', 'DuckAssistBot'],
  ...['FacebookBot', 'Google-Extended', 'GPTBot', 'ImagesiftBot', 'Meta-ExternalAgent'],
  ...['MistralAI-User', 'OAI-SearchBot', 'omgili', 'Perplexity-User', 'PerplexityBot'],
  ...['PetalBot', 'Timpibot', 'YouBot'],
]

const group = (agents: readonly string[], ...rules: string[]) =>
  [...agents.map((agent) => `User-agent: ${agent}`), ...rules].join('\n')

/** Returns the rules of the site's owner. Without a `User-agent` line they apply to all crawlers. */
export const customRules = (text: string) => {
  const lines = text.trim().replaceAll('\r\n', '\n')
  const [first = ''] = lines.split('\n').filter((line) => line.trim() && !/^\s*#/.test(line))
  return /^\s*(user-agent|sitemap|host)\s*:/i.test(first) ? lines : `User-agent: *\n${lines}`
}

/**
 * Returns the text of `/robots.txt`. `origin` is the site's origin, or null when that is unknown: then no sitemap is
 * named, since that needs an absolute URL.
 */
export const buildRobotsTxt = (config: SiteConfig, origin: string | null) => {
  const hasSitemap =
    origin !== null &&
    config.indexable &&
    !config.robotsRemoveSitemap &&
    (config.sitemapEnabled || parseCustomSitemap(config.sitemapXml))
  return `${[
    config.indexable
      ? group(['*'], `Disallow: ${apiBase}/`, 'Disallow: /_cwa')
      : group(['*'], 'Disallow: /'),
    !config.robotsAllowNonSeoCrawlers && group(nonSeoBots, 'Disallow: /'),
    !config.robotsAllowAiBots && group(aiBots, 'Disallow: /'),
    config.robotsText.trim() && customRules(config.robotsText),
    hasSitemap && `Sitemap: ${new URL('/sitemap_index.xml', origin ?? '').href}`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}
