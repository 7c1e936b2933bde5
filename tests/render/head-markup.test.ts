import { expect, test } from 'vitest'
import { defaultSiteConfig } from '#content/page/site-config.ts'
import type { Resource } from '#content/model/resource.ts'
import { headSettings as settings } from '#site/head.ts'
import { headOf } from '#src/views/head/page-head.ts'
import { titleCase } from '#src/views/head/title-case.ts'

const options = {
  currentPage: null,
  failure: null,
  read: () => undefined,
  location: { path: '/blog/on-the-art-of-waiting', search: '' },
  site: { ...defaultSiteConfig, siteName: 'Troupe' },
  origin: 'https://troupe.test',
  settings,
}

/** A page of its own, or one that is part of others, innermost first. */
const pageIn = (...line: Record<string, unknown>[]) => {
  const resources = new Map<string, Resource>(
    line.map((about, at) => {
      const iri = `/_/pages/${at}`
      const parent = at < line.length - 1 ? { parentPage: `/_/pages/${at + 1}` } : {}
      return [iri, { '@id': iri, '@type': 'Page', _metadata: {}, ...parent, ...about }]
    }),
  )
  const currentPage = { path: '/a', root: '/_/routes//a', page: '/_/pages/0', resources: [] }
  return { currentPage, read: (iri: string) => resources.get(iri) }
}

test('a page without a title is called after its address', () => {
  expect(headOf(options).title).toBe('On the Art of Waiting | Troupe')
  expect(headOf({ ...options, site: { ...options.site, fallbackTitle: false } }).title).toBe(
    'Troupe',
  )
  expect(headOf({ ...options, site: { ...options.site, concatTitle: false } }).title).toBe(
    'On the Art of Waiting',
  )
})

test('an address that is not even text is taken as it is', () => {
  expect(headOf({ ...options, location: { path: '/%E0%A4%A', search: '' } }).title).toContain('%')
})

test('an error is called by its code and message', () => {
  const failure = { status: 404, message: 'Page not found: /x' }
  expect(headOf({ ...options, failure })).toMatchObject({
    title: '404 - Page not found: /x | Troupe',
    canonical: null,
    indexable: false,
  })
})

test('one of the app’s own screens has its own title, and nobody is to find it', () => {
  const location = { path: '/forgot-password', search: '' }
  expect(headOf({ ...options, location })).toMatchObject({
    title: 'Forgotten password | Troupe',
    canonical: null,
    indexable: false,
    breadcrumb: null,
  })
})

test('a page that is part of others is called after them too, and described by the innermost', () => {
  const line = pageIn(
    { title: 'Chapter One' },
    { metaDescription: 'All about plays.' },
    { title: 'Topic', metaDescription: 'Less about plays.', parentPage: '/_/pages/0' },
  )
  expect(headOf({ ...options, ...line })).toMatchObject({
    title: 'Chapter One | Topic | Troupe',
    description: 'All about plays.',
  })
  const data = {
    '@id': '/page_data/topics/1',
    '@type': 'Topic',
    _metadata: {},
    title: 'Topic 1',
    page: '/_/pages/9',
    metaDescription: 'In short.',
  }
  const { currentPage, read } = pageIn({ title: 'Chapter Two', parentPageData: data['@id'] })
  const withData = (iri: string) => (iri === data['@id'] ? data : read(iri))
  expect(headOf({ ...options, currentPage, read: withData })).toMatchObject({
    title: 'Chapter Two | Topic 1 | Troupe',
    description: 'In short.',
  })
})

test('what a page shows names it before the page does', () => {
  const { currentPage, read } = pageIn({ title: 'Article' })
  const pageData = { '@id': '/page_data/a/1', '@type': 'A', _metadata: {}, title: 'Lanterns' }
  const both = (iri: string) => (iri === pageData['@id'] ? pageData : read(iri))
  const head = headOf({
    ...options,
    currentPage: { ...currentPage, pageData: pageData['@id'] },
    read: both,
  })
  expect(head.title).toBe('Lanterns | Troupe')
})

test('those who show a link to a page are told what it is', () => {
  const page = pageIn({ title: 'On Waiting', metaDescription: 'It is an art.' })
  expect(headOf({ ...options, ...page }).openGraph).toEqual({
    'og:type': 'website',
    'og:site_name': 'Troupe',
    'og:title': 'On Waiting',
    'og:description': 'It is an art.',
    'og:url': 'https://troupe.test/blog/on-the-art-of-waiting',
  })
})

test('search engines are told the way to a page', () => {
  const { breadcrumb } = headOf({ ...options, ...pageIn({ title: 'On Waiting' }) })
  expect(
    breadcrumb?.itemListElement.map(({ position, name, item }) => [position, name, item]),
  ).toEqual([
    [1, 'Home', 'https://troupe.test/'],
    [2, 'Blog', 'https://troupe.test/blog'],
    [3, 'On Waiting', 'https://troupe.test/blog/on-the-art-of-waiting'],
  ])
  expect(headOf({ ...options, location: { path: '/', search: '' } }).breadcrumb).toBeNull()
  expect(headOf({ ...options, origin: null }).breadcrumb).toBeNull()
})

test('the canonical address has the parameters that make another page, in order, and no others', () => {
  const location = { path: '/blog', search: '?utm_source=x&sort=b&page=2&category=a' }
  expect(headOf({ ...options, location }).canonical).toBe(
    'https://troupe.test/blog?category=a&page=2&sort=b',
  )
})

test('the canonical address is where the owner says the site is', () => {
  const site = { ...options.site, canonicalUrl: 'https://www.troupe.test' }
  expect(headOf({ ...options, site, location: { path: '/', search: '' } }).canonical).toBe(
    'https://www.troupe.test/',
  )
})

test('the canonical address is in small letters where the site wants that', () => {
  const location = { path: '/About', search: '?q=Ada' }
  const inSmall = { ...settings, lowerCaseCanonical: true }
  expect(headOf({ ...options, location }).canonical).toBe('https://troupe.test/About?q=Ada')
  expect(headOf({ ...options, location, settings: inSmall }).canonical).toBe(
    'https://troupe.test/about?q=Ada',
  )
})

test('a canonical address that is none is ignored', () => {
  const site = { ...options.site, canonicalUrl: 'www.troupe.test' }
  expect(headOf({ ...options, site }).canonical).toMatch(/^https:\/\/troupe\.test\//)
})

test.each([
  ['the-way-of-the-actor', 'The Way of the Actor'],
  ['about_us', 'About Us'],
  ['', ''],
])('%s in title case is %s', (slug, title) => {
  expect(titleCase(slug)).toBe(title)
})
