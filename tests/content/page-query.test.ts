import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageQuery, withPageQuery } from '#content/page/page-query.ts'

test('keeps what makes another page, in one order', () => {
  expect(pageQuery('?utm_source=mail&title=b&page=2&order[title]=asc&cwa_force=true')).toBe(
    '?order%5Btitle%5D=asc&page=2&title=b',
  )
  expect(pageQuery('?utm_source=mail')).toBe('')
  expect(pageQuery('')).toBe('')
})

test('goes along with what may depend on it, and with nothing else', () => {
  const [collection, page] = ['/component/collections/1', '/_/pages/1']
  expect(withPageQuery(collection, '?page=2&utm=x')).toBe(`${collection}?page=2`)
  expect(withPageQuery(`${collection}?published=true`, '?page=2')).toBe(
    `${collection}?published=true&page=2`,
  )
  expect(withPageQuery(page, '?page=2')).toBe(page)
})

test('is the same for the same parameters, however they are ordered, and stays what it is', () => {
  const names = fc.constantFrom('page', 'q', 'title', 'order[title]', 'fbclid', 'x')
  const entries = fc.uniqueArray(fc.tuple(names, fc.string()), { selector: ([name]) => name })
  fc.assert(
    fc.property(entries, (given) => {
      const said = `?${new URLSearchParams(given)}`
      const turned = `?${new URLSearchParams(given.toReversed())}`
      expect(pageQuery(turned)).toBe(pageQuery(said))
      expect(pageQuery(pageQuery(said))).toBe(pageQuery(said))
    }),
  )
})
