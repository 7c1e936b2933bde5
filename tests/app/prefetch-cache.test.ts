import { expect, test } from 'vitest'
import { locationOf } from '#content/page/location.ts'
import { createPrefetchCache } from '#src/app/services/prefetch-cache.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'

const about = pagePayload([component('Title', 'about', { title: 'About us' })], { path: '/about' })
const blog = pagePayload([component('Collection', 'articles')], { path: '/blog' })

const filled = () => {
  let now = 0
  const shelf = createPrefetchCache(() => now)
  shelf.put(locationOf('/about'), about)
  shelf.put(locationOf('/blog'), blog)
  return { shelf, wait: (ms: number) => (now += ms) }
}

test('returns a page once, and only for the same path and query', () => {
  const { shelf } = filled()
  expect(shelf.take(locationOf('/about?page=2'))).toBeNull()
  expect(shelf.take(locationOf('/about#team'))).toBe(about)
  expect(shelf.take(locationOf('/about'))).toBeNull()
})

test('returns nothing after five minutes', () => {
  const { shelf, wait } = filled()
  wait(299_999)
  expect(shelf.has(locationOf('/about'))).toBe(true)
  wait(1)
  expect(shelf.has(locationOf('/about'))).toBe(false)
  expect(shelf.take(locationOf('/about'))).toBeNull()
})

test('deletes the pages that contain a changed resource', () => {
  const { shelf } = filled()
  shelf.deleteAffected('/component/Title/about')
  expect(shelf.take(locationOf('/about'))).toBeNull()
})

test('deletes pages with a collection after any change', () => {
  const { shelf } = filled()
  shelf.deleteAffected('/page_data/blog_article_datas/new')
  expect(shelf.take(locationOf('/blog'))).toBeNull()
  expect(shelf.take(locationOf('/about'))).toBe(about)
})

test('can be cleared', () => {
  const { shelf } = filled()
  shelf.clear()
  expect(shelf.take(locationOf('/about'))).toBeNull()
})
