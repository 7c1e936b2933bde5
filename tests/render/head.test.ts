import { expect, test } from 'vitest'
import { defaultSiteConfig } from '#content/site-config.ts'
import { headOf, titleCase } from '#src/views/head.ts'

const options = {
  shown: null,
  failure: null,
  read: () => undefined,
  location: { path: '/blog/on-the-art-of-waiting', search: '' },
  site: { ...defaultSiteConfig, siteName: 'Troupe' },
  origin: 'https://troupe.test',
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

test.each([
  ['the-way-of-the-actor', 'The Way of the Actor'],
  ['about_us', 'About Us'],
  ['', ''],
])('%s in title case is %s', (slug, title) => {
  expect(titleCase(slug)).toBe(title)
})
