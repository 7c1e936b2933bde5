import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageQuery, withPageQuery } from '#content/page/fetching/page-query.ts'

test('keeps the parameters that select a different page, in a stable order', () => {
  expect(pageQuery('?utm_source=mail&title=b&page=2&order[title]=asc&cwa_force=true')).toBe(
    '?order%5Btitle%5D=asc&page=2&title=b',
  )
  expect(pageQuery('?utm_source=mail')).toBe('')
  expect(pageQuery('')).toBe('')
})

test('is sent only with requests that may depend on it', () => {
  const [collection, page] = ['/component/collections/1', '/_/pages/1']
  expect(withPageQuery(collection, '?page=2&utm=x')).toBe(`${collection}?page=2`)
  expect(withPageQuery(`${collection}?published=true`, '?page=2')).toBe(
    `${collection}?published=true&page=2`,
  )
  expect(withPageQuery(page, '?page=2')).toBe(page)
})

test('does not depend on the order of parameters, and is idempotent', () => {
  const names = fc.constantFrom('page', 'q', 'title', 'order[title]', 'fbclid', 'x')
  const entries = fc.uniqueArray(fc.tuple(names, fc.string()), { selector: ([name]) => name })
  fc.assert(
    fc.property(entries, (given) => {
      const query = `?${new URLSearchParams(given)}`
      const turned = `?${new URLSearchParams(given.toReversed())}`
      expect(pageQuery(turned)).toBe(pageQuery(query))
      expect(pageQuery(pageQuery(query))).toBe(pageQuery(query))
    }),
  )
})
