import type { Iri } from '#content/model/iri.ts'
import { expect, test } from 'vitest'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { Failure } from '#content/model/failure.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { type Resource, createReader } from '#content/model/resource.ts'
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

/** A page, or one that is part of others, innermost first. */
const pageIn = (...line: Record<string, unknown>[]) => {
  const resources = new Map<string, Resource>(
    line.map((about, at) => {
      const iri = `/_/pages/${at}`
      const parent = at < line.length - 1 ? { parentPage: `/_/pages/${at + 1}` } : {}
      return [iri, { '@id': iri, '@type': 'Page', _metadata: {}, ...parent, ...about }]
    }),
  )
  const currentPage: AssembledPage = {
    path: '/a',
    root: '/_/routes//a',
    page: '/_/pages/0',
    resources: [],
  }
  return { currentPage, resources, read: createReader((iri) => resources.get(iri)) }
}

test('titles a page without a title after its path', () => {
  expect(headOf(options).title).toBe('On the Art of Waiting | Troupe')
  expect(headOf({ ...options, site: { ...options.site, fallbackTitle: false } }).title).toBe(
    'Troupe',
  )
  expect(headOf({ ...options, site: { ...options.site, concatTitle: false } }).title).toBe(
    'On the Art of Waiting',
  )
})

test('uses a path that cannot be decoded as it is', () => {
  expect(headOf({ ...options, location: { path: '/%E0%A4%A', search: '' } }).title).toContain('%')
})

test('titles an error by its status and message', () => {
  const failure = { status: 404, message: 'Page not found: /x' }
  expect(headOf({ ...options, failure })).toMatchObject({
    title: '404 - Page not found: /x | Troupe',
    canonical: null,
    indexable: false,
  })
})

test('a page that could not be asked for is not called an error of the server', () => {
  const failure = new Failure('offline')
  expect(headOf({ ...options, failure }).title).toBe('No Connection | Troupe')
})

test("titles the app's own screens, which are not indexable", () => {
  const location = { path: '/forgot-password', search: '' }
  expect(headOf({ ...options, location })).toMatchObject({
    title: 'Forgot password | Troupe',
    canonical: null,
    indexable: false,
    breadcrumb: null,
  })
})

test('titles a page with its parents, and describes it by the innermost', () => {
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
  const { currentPage, resources, read } = pageIn({
    title: 'Chapter Two',
    parentPageData: data['@id'],
  })
  resources.set(data['@id'], data)
  expect(headOf({ ...options, currentPage, read })).toMatchObject({
    title: 'Chapter Two | Topic 1 | Troupe',
    description: 'In short.',
  })
})

test('is in the language of the settings where it is a page of the site', () => {
  const site = { ...options.site, lang: 'de' }
  expect(headOf(options).lang).toBe('en')
  expect(headOf({ ...options, site }).lang).toBe('de')
  const admin = { path: '/_cwa/settings', search: '' }
  expect(headOf({ ...options, site, location: admin }).lang).toBe('en')
  expect(headOf({ ...options, site, failure: { message: 'Not Found' } }).lang).toBe('en')
})

test("prefers the title of the page data to the page's own", () => {
  const { currentPage, resources, read } = pageIn({ title: 'Article' })
  const pageData = '/page_data/a/1' as const
  resources.set(pageData, { '@id': pageData, '@type': 'A', _metadata: {}, title: 'Lanterns' })
  const head = headOf({
    ...options,
    currentPage: { ...currentPage, pageData },
    read,
  })
  expect(head.title).toBe('Lanterns | Troupe')
})

test('describes the page for link previews', () => {
  const page = pageIn({ title: 'On Waiting', metaDescription: 'It is an art.' })
  expect(headOf({ ...options, ...page }).openGraph).toEqual({
    'og:type': 'website',
    'og:site_name': 'Troupe',
    'og:title': 'On Waiting',
    'og:description': 'It is an art.',
    'og:url': 'https://troupe.test/blog/on-the-art-of-waiting',
    'og:image': null,
  })
})

test('is shared with the picture of the page data, or else with that of its page', () => {
  const withImage = (name: string) => ({
    mediaObjects: {
      socialImage: [
        {
          '@type': 'http://schema.org/MediaObject' as const,
          '@id': `/_/media_objects/${name}`,
          contentUrl: `/_api/${name}.webp`,
          fileSize: 1,
          formattedFileSize: '1 B',
          mimeType: 'image/webp',
        },
      ],
    },
  })
  const { currentPage, resources, read } = pageIn({ _metadata: withImage('page') })
  const imageOf = (pageData?: Iri<'PAGE_DATA'>) =>
    headOf({ ...options, currentPage: { ...currentPage, ...(pageData && { pageData }) }, read })
      .openGraph['og:image']
  expect(imageOf()).toBe('https://troupe.test/_api/page.webp')
  const pageData = '/page_data/a/1' as const
  resources.set(pageData, { '@id': pageData, '@type': 'A', _metadata: withImage('article') })
  expect(imageOf(pageData)).toBe('https://troupe.test/_api/article.webp')
})

test('describes the breadcrumb for search engines', () => {
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

test('keeps only the parameters that change the page in the canonical URL, sorted', () => {
  const location = { path: '/blog', search: '?utm_source=x&sort=b&page=2&category=a' }
  expect(headOf({ ...options, location }).canonical).toBe(
    'https://troupe.test/blog?category=a&page=2&sort=b',
  )
})

test('uses the canonical origin of the settings', () => {
  const site = { ...options.site, canonicalUrl: 'https://www.troupe.test' }
  expect(headOf({ ...options, site, location: { path: '/', search: '' } }).canonical).toBe(
    'https://www.troupe.test/',
  )
})

test('lower-cases the canonical URL if the settings say so', () => {
  const location = { path: '/About', search: '?q=Ada' }
  const inSmall = { ...settings, lowerCaseCanonical: true }
  expect(headOf({ ...options, location }).canonical).toBe('https://troupe.test/About?q=Ada')
  expect(headOf({ ...options, location, settings: inSmall }).canonical).toBe(
    'https://troupe.test/about?q=Ada',
  )
})

test('ignores an invalid canonical URL', () => {
  const site = { ...options.site, canonicalUrl: 'www.troupe.test' }
  expect(headOf({ ...options, site }).canonical).toMatch(/^https:\/\/troupe\.test\//)
})

test.each([
  ['the-way-of-the-actor', 'The Way of the Actor'],
  ['about_us', 'About Us'],
  ['', ''],
])('turns %s into %s in title case', (slug, title) => {
  expect(titleCase(slug)).toBe(title)
})

test('shares a page with the picture of the site, unless it has its own', () => {
  const site = { ...options.site, socialImage: '/site.png' }
  const imageOf = (about: Record<string, unknown>) => {
    const { currentPage, read } = pageIn(about)
    return headOf({ ...options, site, currentPage, read }).openGraph['og:image']
  }
  const mediaObjects = { socialImage: [{ contentUrl: '/own.png' }] }
  expect(imageOf({})).toBe('https://troupe.test/site.png')
  expect(imageOf({ _metadata: { mediaObjects } })).toBe('https://troupe.test/own.png')
  expect(headOf(options).openGraph['og:image']).toBeNull()
})
