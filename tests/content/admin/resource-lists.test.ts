import { expect, test } from 'vitest'
import { resourceListQuery } from '#content/admin/resource-lists.ts'

test.each(['?page=-2', '?page=0', '?page=x', '?page=1.5', ''])(
  'reads the first page by %s',
  (search) => {
    expect(resourceListQuery('pages', search)['page']).toBe('1')
  },
)

test('reads the page in the URL', () => {
  expect(resourceListQuery('pages', '?page=999')['page']).toBe('999')
})
