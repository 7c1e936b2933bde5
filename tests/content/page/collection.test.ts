import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  collectionOf,
  listSettingsOf,
  newListRequest,
  pageNumberIn,
  pageLinks,
  totalPagesOf,
  imagesOf,
  updateSearch,
  titleQueryIn,
} from '#content/page/collection.ts'
import { component } from '../../support/content/page-payload.ts'

const listed = (view?: { last?: string }) => ({ totalItems: 9, member: [], ...(view && { view }) })

test('returns no list for a collection of unknown items', () => {
  expect(collectionOf(component('Collection', '1'))).toBeNull()
  expect(collectionOf(component('Collection', '1', { collection: listed() }))).toEqual(listed())
})

test('reads the number of pages from the address of the last one', () => {
  expect(totalPagesOf(listed())).toBe(1)
  expect(totalPagesOf(listed({ last: '/x?perPage=8&page=3' }))).toBe(3)
})

test('reads an invalid address as the first page', () => {
  expect(['', '?page=2', '?page=0', '?page=-1', '?page=x', '?page=1.5'].map(pageNumberIn)).toEqual([
    1, 2, 1, 1, 1, 1,
  ])
  expect(titleQueryIn('?title=a+b')).toBe('a b')
})

test('the list of a component that is not stored is read with its length, where that is one', () => {
  const requested = (perPage: unknown) =>
    newListRequest(
      listSettingsOf(component('Collection', '1', { resourceIri: '/page_data/x', perPage })),
    )
  expect(requested(3)).toEqual({ endpoint: '/page_data/x', query: { perPage: '3' } })
  for (const perPage of [-3, 0, 1.5, null])
    expect(requested(perPage).query).toEqual({ perPage: '12' })
})

test('changes one parameter and keeps the rest of the address', () => {
  expect(updateSearch('?page=2&x=1', { page: null, title: 'a b' })).toBe('?x=1&title=a+b')
  expect(updateSearch('?page=2', { page: null })).toBe('')
})

test('the links are the first, the last and neighboring pages, at most seven', () => {
  expect(pageLinks(1, 3)).toEqual([1, 2, 3])
  expect(pageLinks(1, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pageLinks(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
  expect(pageLinks(20, 20)).toEqual([1, null, 16, 17, 18, 19, 20])
})

test('on any page the adjacent pages are linked, and no page is linked twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (pages, at) => {
      const page = 1 + (at % pages)
      const links = pageLinks(page, pages).filter((link) => link !== null)
      expect(pageLinks(page, pages).length).toBeLessThanOrEqual(7)
      expect(links).toEqual([...new Set(links)].toSorted((one, other) => one - other))
      const near = [page - 1, page, page + 1].filter((one) => one >= 1 && one <= pages)
      expect(links).toEqual(expect.arrayContaining([1, pages, ...near]))
    }),
  )
})

test('lists each image of its members once', () => {
  const member = (id: string, image?: string) => component('BlogArticleData', id, { image })
  const collection = component('Collection', '1', {
    collection: {
      totalItems: 3,
      member: [member('1', '/component/images/1'), member('2'), member('3', '/component/images/1')],
    },
  })
  expect(imagesOf(collection)).toEqual(['/component/images/1'])
})
