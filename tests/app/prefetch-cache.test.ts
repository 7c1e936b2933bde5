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

test('gives a page to the first who wants it, and only by its whole address', () => {
  const { shelf } = filled()
  expect(shelf.take(locationOf('/about?page=2'))).toBeNull()
  expect(shelf.take(locationOf('/about#team'))).toBe(about)
  expect(shelf.take(locationOf('/about'))).toBeNull()
})

test('gives nothing that is older than five minutes', () => {
  const { shelf, wait } = filled()
  wait(299_999)
  expect(shelf.has(locationOf('/about'))).toBe(true)
  wait(1)
  expect(shelf.has(locationOf('/about'))).toBe(false)
  expect(shelf.take(locationOf('/about'))).toBeNull()
})

test('drops the pages that something which has changed is on', () => {
  const { shelf } = filled()
  shelf.deleteAffected('/component/Title/about')
  expect(shelf.take(locationOf('/about'))).toBeNull()
})

test('drops a list whatever has changed, for it may belong there', () => {
  const { shelf } = filled()
  shelf.deleteAffected('/page_data/blog_article_datas/new')
  expect(shelf.take(locationOf('/blog'))).toBeNull()
  expect(shelf.take(locationOf('/about'))).toBe(about)
})

test('can be emptied', () => {
  const { shelf } = filled()
  shelf.clear()
  expect(shelf.take(locationOf('/about'))).toBeNull()
})
