/** What a page's head says, worked out from what is shown; the renderer writes it, the browser keeps it up to date. */
import type { ShownPage } from '#content/page.ts'
import { pageQuery } from '#content/query.ts'
import type { Page, PageData, Read } from '#content/resource.ts'
import type { SiteConfig } from '#content/site-config.ts'

export interface Head {
  lang: string
  title: string
  description: string | null
  canonical: string | null
  indexable: boolean
}

interface HeadOptions {
  shown: ShownPage | null
  failure: { status?: number | undefined; message: string } | null
  read: Read
  location: { path: string; search: string }
  site: SiteConfig
  /** Where this site is at home, for the canonical address; unknown while developing. */
  origin: string | null
}

const lang = 'en'
const separator = '|'

export const headOf = ({ shown, failure, read, location, site, origin }: HeadOptions): Head => {
  const pageData = shown?.pageData && (read(shown.pageData) as PageData | undefined)
  const page = shown?.page && (read(shown.page) as Page | undefined)
  const own = failure ? undefined : (pageData && pageData.title) || (page && page.title)
  const title = own || (site.fallbackTitle ? fallbackTitle(location.path, failure) : '')
  const description = failure
    ? undefined
    : (pageData && pageData.metaDescription) || (page && page.metaDescription)
  const home = site.canonicalUrl || origin
  return {
    lang,
    title: site.concatTitle
      ? [title, site.siteName].filter(Boolean).join(` ${separator} `)
      : title || site.siteName,
    description: description || null,
    canonical: home && !failure ? canonicalOf(home, location) : null,
    indexable: site.indexable && !failure,
  }
}

/** What an error is called, else what the address suggests. */
const fallbackTitle = (path: string, failure: HeadOptions['failure']) => {
  if (failure) return `${failure.status ?? 500} - ${failure.message}`
  return titleCase(decoded(path.split('/').findLast(Boolean) ?? ''))
}

const smallWords = new Set(
  'a an and as at but by for from if in into nor of off on or over per so the to up via with yet'.split(
    ' ',
  ),
)

/** `on-the-art-of-waiting` is `On the Art of Waiting`. */
export const titleCase = (slug: string) =>
  slug
    .split(/[-_\s]+/)
    .filter(Boolean)
    .map((word, index) =>
      index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const canonicalOf = (home: string, { path, search }: HeadOptions['location']) =>
  `${new URL(path, home).href}${pageQuery(search)}`
