/** What a page's head says, worked out from what is shown; the renderer writes it, the browser keeps it up to date. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/page/link.ts'
import {
  contentLocation,
  safeDecodeUri,
  isContentPath,
  locationOf,
} from '#content/page/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { pageQuery } from '#content/page/page-query.ts'
import type { Page, PageData, ReadResource, Resource } from '#content/model/resource.ts'
import { matchRoute } from '#content/page/route-table.ts'
import { type SiteConfig, siteOrigin } from '#content/page/site-config.ts'
import { type BreadcrumbList, breadcrumbListOf } from './breadcrumb-list.ts'
import { titleCase } from './title-case.ts'

export interface HeadSettings {
  lang: string
  /** Between a title and the name of the site. */
  separator: string
  lowerCaseCanonical: boolean
}

export interface Head {
  lang: string
  title: string
  description: string | null
  canonical: string | null
  indexable: boolean
  /** By the names of its properties, always the same ones. */
  openGraph: Record<string, string | null>
  breadcrumb: BreadcrumbList | null
}

export interface HeadOptions {
  shown: AssembledPage | null
  failure: { status?: number | undefined; message: string } | null
  read: ReadResource
  location: { path: string; search: string }
  site: SiteConfig
  /** Where this site is at home, for the canonical address; unknown while developing. */
  origin: string | null
  settings: HeadSettings
}

/** Between the titles of a page and of those it is part of (behaviour, section 1.6). */
const titleSeparator = ' | '

export const headOf = (options: HeadOptions): Head => {
  const { shown, failure, read, location, site, settings } = options
  const levels = shown && !failure ? ancestorLevels(shown, read) : []
  const titles = levels.map(levelTitle)
  // Only the page's own title is made up where there is none.
  titles[0] ||= site.fallbackTitle ? fallbackTitle(location.path, failure) : ''
  const title = titles.filter(Boolean).join(titleSeparator)
  const description = levels.map(levelDescription).find(Boolean) ?? null
  const isContent = !failure && isContentPath(location.path)
  const canonical = isContent ? canonicalOf(options) : null
  return {
    lang: settings.lang,
    title: site.concatTitle
      ? [title, site.siteName].filter(Boolean).join(` ${settings.separator} `)
      : title || site.siteName,
    description,
    canonical,
    indexable: site.indexable && isContent,
    openGraph: {
      'og:type': 'website',
      'og:site_name': site.siteName,
      'og:title': title || site.siteName,
      'og:description': description,
      'og:url': canonical,
    },
    breadcrumb: canonical ? breadcrumbListOf(canonical, titles[0]) : null,
  }
}

/** A page with the data it shows. */
interface PageLevel {
  page: Page | undefined
  pageData: PageData | undefined
}

const levelTitle = ({ page, pageData }: PageLevel) => pageData?.title || page?.title || ''
const levelDescription = ({ page, pageData }: PageLevel) =>
  pageData?.metaDescription || page?.metaDescription || undefined

/** The page and those it is part of, as far as they are known: the innermost first. */
const ancestorLevels = ({ page, pageData }: AssembledPage, read: ReadResource): PageLevel[] => {
  const seen = new Set<Iri | undefined>([page, pageData])
  const withAncestors = (level: PageLevel): PageLevel[] => {
    const parent = [level.pageData, level.page].map(parentOf).find((iri) => iri !== undefined)
    const resource = parent && !seen.has(parent) ? read(parent) : undefined
    if (!resource) return [level]
    seen.add(resource['@id'])
    return [level, ...withAncestors(levelOf(resource, read))]
  }
  return withAncestors({
    page: read(page ?? '') as Page | undefined,
    pageData: read(pageData ?? '') as PageData | undefined,
  })
}

const parentOf = (resource: Resource | undefined) =>
  (resource?.['parentPageData'] ?? resource?.['parentPage']) as Iri | undefined

const levelOf = (resource: Resource, read: ReadResource): PageLevel => {
  if (iriTypeOf(resource['@id']) === 'PAGE') return { page: resource as Page, pageData: undefined }
  const pageData: PageData = resource
  return { pageData, page: read(pageData.page ?? '') as Page | undefined }
}

/** What an error is called, else the app's own screen, else what the address suggests. */
const fallbackTitle = (path: string, failure: HeadOptions['failure']) => {
  if (failure) return `${failure.status ?? 500} - ${failure.message}`
  const { path: suggesting } = contentLocation(locationOf(path))
  return (
    matchRoute(path)?.route.meta.title ??
    titleCase(safeDecodeUri(suggesting.split('/').findLast(Boolean) ?? ''))
  )
}

const canonicalOf = ({ site, origin, location, settings }: HeadOptions) => {
  const home = siteOrigin(site, origin)
  if (home === null) return null
  // However it was written: there is one address of a page that counts.
  const href = new URL(home).origin + toAsciiUrl(safeDecodeUri(location.path))
  return (settings.lowerCaseCanonical ? href.toLowerCase() : href) + pageQuery(location.search)
}
