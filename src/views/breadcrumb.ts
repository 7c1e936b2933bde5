/** The way to a page, for search engines: https://schema.org/BreadcrumbList. */
import { decoded } from '#content/location.ts'
import { titleCase } from './title-case.ts'

export interface Breadcrumb {
  '@context': 'https://schema.org'
  '@type': 'BreadcrumbList'
  itemListElement: { '@type': 'ListItem'; position: number; name: string; item: string }[]
}

/** By the segments of a page's address; the home page is at the end of no way. */
export const breadcrumbOf = (address: string, title: string | undefined): Breadcrumb | null => {
  const { origin, pathname } = new URL(address)
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length === 0) return null
  const steps = segments.map((segment, at) => ({
    name: (at === segments.length - 1 && title) || titleCase(decoded(segment)),
    item: `${origin}/${segments.slice(0, at + 1).join('/')}`,
  }))
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', item: `${origin}/` }, ...steps].map((step, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      ...step,
    })),
  }
}
