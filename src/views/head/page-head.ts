/**
 * The content of a page's `<head>`, derived from the current page. The server renders it and the browser updates it.
 */
import type { FailureKind } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/links/address-input.ts'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import { contentLocation, safeDecodeUri, locationOf } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { pageQuery } from '#content/page/fetching/page-query.ts'
import {
  type Page,
  type PageData,
  type ReadResource,
  isResourceOf,
} from '#content/model/resource.ts'
import { matchRoute } from '#content/navigation/route-table.ts'
import { type SiteConfig, siteOrigin } from '#content/model/site-config.ts'
import { documentTitle } from '#content/settings/document-title.ts'
import { noConnection } from '../screens/error-titles.ts'
import { type BreadcrumbList, breadcrumbListOf } from './breadcrumb-list.ts'
import { titleCase } from './title-case.ts'

export interface HeadSettings {
  lang: string
  /** The separator of the page's title and the name of the site. */
  separator: string
  lowerCaseCanonical: boolean
}

export interface Head {
  lang: string
  title: string
  description: string | null
  canonical: string | null
  indexable: boolean
  /** Open Graph values by property; the same properties on every page. */
  openGraph: Record<string, string | null>
  breadcrumb: BreadcrumbList | null
}

export interface HeadOptions {
  currentPage: AssembledPage | null
  failure: { status?: number | undefined; message: string; kind?: FailureKind } | null
  read: ReadResource
  location: { path: string; search: string }
  site: SiteConfig
  /** The site's origin for the canonical URL; null in development. */
  origin: string | null
  settings: HeadSettings
}

/** The separator of the titles of a page and its ancestors. */
const titleSeparator = ' | '

/** Returns the content of the `<head>` for the current page, an app screen or an error. */
export const headOf = (options: HeadOptions): Head => {
  const { currentPage, failure, read, location, site, settings } = options
  const levels = currentPage && !failure ? ancestorLevels(currentPage, read) : []
  const titles = levels.map(levelTitle)
  // A fallback exists only for the page's own title, not for its ancestors.
  titles[0] ||= site.fallbackTitle ? fallbackTitle(location.path, failure) : ''
  const title = titles.filter(Boolean).join(titleSeparator)
  const description = levels.map(levelDescription).find(Boolean) ?? null
  const isContent = !failure && isContentPath(location.path)
  const canonical = isContent ? canonicalOf(options) : null
  return {
    // The texts of the app itself, such as those of the admin area and of errors, are in its own language.
    lang: (isContent && site.lang) || settings.lang,
    title: documentTitle(site, title, settings.separator),
    description,
    canonical,
    indexable: site.indexable && isContent,
    openGraph: {
      'og:type': 'website',
      'og:site_name': site.siteName,
      'og:title': title || site.siteName,
      'og:description': description,
      'og:url': canonical,
      'og:image': socialImageOf(levels, options),
    },
    breadcrumb: canonical ? breadcrumbListOf(canonical, titles[0]) : null,
  }
}

/** A page or one of its ancestors, with its page data. */
interface PageLevel {
  page: Page | undefined
  pageData: PageData | undefined
}

const levelTitle = ({ page, pageData }: PageLevel) => pageData?.title || page?.title || ''
const levelDescription = ({ page, pageData }: PageLevel) =>
  pageData?.metaDescription || page?.metaDescription || undefined

const levelImage = ({ page, pageData }: PageLevel) =>
  [pageData, page].flatMap((owner) => owner?._metadata.mediaObjects?.['socialImage'] ?? [])[0]

/** Returns the address of the picture with which a page is shared: its own, that of an ancestor, or that of the site. */
const socialImageOf = (levels: readonly PageLevel[], { site, origin }: HeadOptions) => {
  const image = levels.map(levelImage).find(Boolean)?.contentUrl ?? site.socialImage
  const home = siteOrigin(site, origin)
  return image && home !== null ? new URL(image, home).href : null
}

/** Returns the page and its ancestors as far as they are in the cache, innermost first. */
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
    page: page && read(page),
    pageData: pageData && read(pageData),
  })
}

const parentOf = (resource: Page | PageData | undefined) =>
  resource?.parentPageData ?? resource?.parentPage

const levelOf = (resource: Page | PageData, read: ReadResource): PageLevel =>
  isResourceOf('PAGE', resource)
    ? { page: resource, pageData: undefined }
    : { pageData: resource, page: resource.page && read(resource.page) }

/** Returns the title for an error, else that of an app screen, else the last segment of the path in title case. */
const fallbackTitle = (path: string, failure: HeadOptions['failure']) => {
  if (failure?.kind === 'offline') return noConnection
  if (failure) return `${failure.status ?? 500} - ${failure.message}`
  const { path: contentPath } = contentLocation(locationOf(path))
  return (
    matchRoute(path)?.route.meta.title ??
    titleCase(safeDecodeUri(contentPath.split('/').findLast(Boolean) ?? ''))
  )
}

const canonicalOf = ({ site, origin, location, settings }: HeadOptions) => {
  const home = siteOrigin(site, origin)
  if (home === null) return null
  // Normalized, so that every spelling of a path has the same canonical URL.
  const href = new URL(home).origin + toAsciiUrl(safeDecodeUri(location.path))
  return (settings.lowerCaseCanonical ? href.toLowerCase() : href) + pageQuery(location.search)
}
