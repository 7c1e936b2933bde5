import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLink } from '#content/links/link.ts'
import { forcedLocation, linkTargetOf } from '#content/links/link-target.ts'
import { hrefOf, isForced, locationOf, withoutForce } from '#content/navigation/location.ts'

test.each([
  ['/', 'page', 'Home page'],
  ['/about', 'page', '/about'],
  ['/über-uns?q=a%20b#teil', 'page', '/über-uns?q=a b#teil'],
  ['/%C3%BCber', 'page', '/über'],
  ['/#news', 'page', '/#news'],
  ['/_api/docs.jsonld', 'tab', '/_api/docs.jsonld'],
  ['/sitemap.xml', 'tab', '/sitemap.xml'],
  ['https://example.org', 'tab', 'example.org'],
  ['https://www.example.org/a%20b?q=1', 'tab', 'www.example.org/a b'],
  ['mailto:anna@example.org?subject=Hi', 'email', 'anna@example.org'],
  ['tel:+44%20123', 'phone', '+44 123'],
] as const)('%s is a %s called %s', (href, kind, address) => {
  expect(linkTargetOf({ href, opensTab: false })).toEqual({ kind, address })
})

test('a page that a link opens in a tab of its own is one', () => {
  expect(linkTargetOf({ href: '/about', opensTab: true })?.kind).toBe('tab')
})

test.each(['javascript:alert(1)', 'data:text/html,a', 'about', '', 'https://'])(
  '%j is no target',
  (href) => {
    expect(linkTargetOf({ href, opensTab: false })).toBeNull()
  },
)

test('every address that a link may have, and no other, has a target with a name', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string().map((path) => `/${path}`),
        fc.string(),
      ),
      (href) => {
        const target = linkTargetOf({ href, opensTab: false })
        expect(target !== null).toBe(isLink(href))
        if (target) expect(target.address).not.toBe('')
      },
    ),
  )
})

test('the flag of a forced location is all that is added', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), fc.webFragments(), (path, query, hash) => {
      const href = hrefOf(locationOf(`/page${path}?${new URLSearchParams(query)}#${hash}`))
      const forced = forcedLocation(href)
      expect(isForced(forced)).toBe(true)
      expect(hrefOf(withoutForce(forced))).toBe(href)
    }),
  )
})
