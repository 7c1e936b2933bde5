/** Structured data about the path to a page: https://schema.org/BreadcrumbList. */
import { safeDecodeUri } from '#content/navigation/location.ts'
import { titleCase } from './title-case.ts'

export interface BreadcrumbList {
  '@context': 'https://schema.org'
  '@type': 'BreadcrumbList'
  itemListElement: { '@type': 'ListItem'; position: number; name: string; item: string }[]
}

/** Returns one breadcrumb for each segment of a page's URL, or null for the home page. */
export const breadcrumbListOf = (
  pageUrl: string,
  title: string | undefined,
): BreadcrumbList | null => {
  const { origin, pathname } = new URL(pageUrl)
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length === 0) return null
  const steps = segments.map((segment, index) => ({
    name: (index === segments.length - 1 && title) || titleCase(safeDecodeUri(segment)),
    item: `${origin}/${segments.slice(0, index + 1).join('/')}`,
  }))
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', item: `${origin}/` }, ...steps].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...step,
    })),
  }
}
