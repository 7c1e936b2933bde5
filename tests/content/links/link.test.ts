import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSiteHref, placeholderOrigin } from '#content/links/link.ts'

/** True if a browser stays on the site with this address, by its own parser. */
const staysOnSite = (href: string) => {
  const { origin, pathname } = new URL(href, placeholderOrigin)
  return origin === placeholderOrigin && !pathname.startsWith('//')
}

const pathPart = fc.constantFrom('/', '\\', '.', '-', '_', 'a', '9', '%2f', '?', '#', '@', ':')

describe('an address of this site', () => {
  test.each(['/', '/blog', '/blog/', '/blog/a-1_b', '/a?b=//c', '?page=2', '#top', '/./a'])(
    '%s is one',
    (href) => expect(isSiteHref(href)).toBe(true),
  )

  test.each(['', 'blog', '//host', '/\\host', '/.//host', '/a\n', '/\t/host', 'https://host/'])(
    '%j is none',
    (href) => expect(isSiteHref(href)).toBe(false),
  )

  test('is judged as the parser of browsers does', () => {
    fc.assert(
      fc.property(fc.array(pathPart, { maxLength: 12 }), (parts) => {
        const href = `/${parts.join('')}`
        expect(isSiteHref(href)).toBe(URL.canParse(href, placeholderOrigin) && staysOnSite(href))
      }),
      { numRuns: 2_000 },
    )
  })
})
